//! The shape of a logical type, which is a union of unions.

use crate::thrift::{FieldForm, RequiredFields, StructShape, ThriftKind};

use FieldForm::{Struct, Value};
use RequiredFields::{Fields, One};

/// A logical type. Types without a field of their own have an empty struct.
pub(super) static LOGICAL_TYPE: StructShape = StructShape {
    fields: &[
        (1, "LogicalType.STRING", Struct(&EMPTY)),
        (2, "LogicalType.MAP", Struct(&EMPTY)),
        (3, "LogicalType.LIST", Struct(&EMPTY)),
        (4, "LogicalType.ENUM", Struct(&EMPTY)),
        (5, "LogicalType.DECIMAL", Struct(&DECIMAL)),
        (6, "LogicalType.DATE", Struct(&EMPTY)),
        (7, "LogicalType.TIME", Struct(&TIME)),
        (8, "LogicalType.TIMESTAMP", Struct(&TIME)),
        (10, "LogicalType.INTEGER", Struct(&INTEGER)),
        (11, "LogicalType.UNKNOWN", Struct(&EMPTY)),
        (12, "LogicalType.JSON", Struct(&EMPTY)),
        (13, "LogicalType.BSON", Struct(&EMPTY)),
        (14, "LogicalType.UUID", Struct(&EMPTY)),
        (15, "LogicalType.FLOAT16", Struct(&EMPTY)),
        (16, "LogicalType.VARIANT", Struct(&EMPTY)),
        (17, "LogicalType.GEOMETRY", Struct(&EMPTY)),
        (18, "LogicalType.GEOGRAPHY", Struct(&EMPTY)),
    ],
    required: One,
};

/// Fields of these aren't checked.
static EMPTY: StructShape = StructShape { fields: &[], required: Fields(&[]) };

static DECIMAL: StructShape = StructShape {
    fields: &[
        (1, "DecimalType.scale", Value(ThriftKind::I32)),
        (2, "DecimalType.precision", Value(ThriftKind::I32)),
    ],
    required: Fields(&[1, 2]),
};

/// Of times and of timestamps.
static TIME: StructShape = StructShape {
    fields: &[
        (1, "TimestampType.isAdjustedToUTC", Value(ThriftKind::Bool)),
        (2, "TimestampType.unit", Struct(&TIME_UNIT)),
    ],
    required: Fields(&[1, 2]),
};

static TIME_UNIT: StructShape = StructShape {
    fields: &[
        (1, "TimeUnit.MILLIS", Struct(&EMPTY)),
        (2, "TimeUnit.MICROS", Struct(&EMPTY)),
        (3, "TimeUnit.NANOS", Struct(&EMPTY)),
    ],
    required: One,
};

static INTEGER: StructShape = StructShape {
    fields: &[
        (1, "IntType.bitWidth", Value(ThriftKind::I8)),
        (2, "IntType.isSigned", Value(ThriftKind::Bool)),
    ],
    required: Fields(&[1, 2]),
};
