//! Structs with the same fields in another order.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayData, make_array};
use datafusion::arrow::datatypes::{DataType, Field, FieldRef, Fields};
use datafusion::arrow::error::ArrowError;
use datafusion::logical_expr::{ColumnarValue, Expr, Volatility, create_udf};

/// The type `data_type` with the fields of its structs, nested ones too, in the order that `like` has. The types must
/// compare by value.
pub(crate) fn ordered_like(data_type: &DataType, like: &DataType) -> DataType {
    let item = |item: &FieldRef, like: &DataType| {
        let data_type = ordered_like(item.data_type(), like);
        Arc::new(item.as_ref().clone().with_data_type(data_type))
    };
    let like_item = match like {
        DataType::Dictionary(_, values) => return ordered_like(data_type, values),
        DataType::RunEndEncoded(_, values) => return ordered_like(data_type, values.data_type()),
        DataType::Struct(_) => like,
        like => inner(like).unwrap_or(like),
    };
    match data_type {
        DataType::Struct(fields) => match like {
            DataType::Struct(like) => DataType::Struct(fields_like(fields, like)),
            _ => data_type.clone(),
        },
        DataType::List(of) => DataType::List(item(of, like_item)),
        DataType::LargeList(of) => DataType::LargeList(item(of, like_item)),
        DataType::ListView(of) => DataType::ListView(item(of, like_item)),
        DataType::LargeListView(of) => DataType::LargeListView(item(of, like_item)),
        DataType::FixedSizeList(of, size) => DataType::FixedSizeList(item(of, like_item), *size),
        DataType::Map(entries, sorted) => DataType::Map(entries_like(entries, like_item), *sorted),
        DataType::Dictionary(keys, values) => {
            DataType::Dictionary(keys.clone(), Box::new(ordered_like(values, like)))
        }
        other => other.clone(),
    }
}

fn fields_like(fields: &Fields, like: &Fields) -> Fields {
    let in_order = like.iter().enumerate().filter_map(|(at, like)| {
        let field = &fields[place(fields, like, at)?];
        let data_type = ordered_like(field.data_type(), like.data_type());
        Some(field.as_ref().clone().with_data_type(data_type))
    });
    let in_order: Fields = in_order.collect::<Vec<Field>>().into();
    if in_order.len() == fields.len() { in_order } else { fields.clone() }
}

/// A map's key and value have the same places under any names.
fn entries_like(entries: &FieldRef, like: &DataType) -> FieldRef {
    let (DataType::Struct(fields), DataType::Struct(like)) = (entries.data_type(), like) else {
        return Arc::clone(entries);
    };
    let fields = fields.iter().zip(like).map(|(field, like)| {
        let data_type = ordered_like(field.data_type(), like.data_type());
        field.as_ref().clone().with_data_type(data_type)
    });
    let data_type = DataType::Struct(fields.collect::<Vec<_>>().into());
    Arc::new(entries.as_ref().clone().with_data_type(data_type))
}

/// The place of a field of the same name: the same place, if possible.
fn place(fields: &Fields, like: &Field, at: usize) -> Option<usize> {
    let is_alike = |field: &FieldRef| field.name() == like.name();
    if fields.get(at).is_some_and(is_alike) { Some(at) } else { fields.iter().position(is_alike) }
}

/// The type of a nested type's only child.
fn inner(data_type: &DataType) -> Option<&DataType> {
    match data_type {
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _)
        | DataType::Map(item, _) => Some(item.data_type()),
        DataType::Dictionary(_, values) => Some(values),
        _ => None,
    }
}

/// The expression of a column of type `from` whose structs get the order of `to`.
pub(crate) fn reorder(column: Expr, from: &DataType, to: DataType) -> Expr {
    let returned = to.clone();
    let reorder = move |args: &[ColumnarValue]| {
        let arrays = ColumnarValue::values_to_arrays(args)?;
        let ordered = ordered(arrays[0].to_data(), &to)?;
        Ok(ColumnarValue::Array(make_array(ordered)))
    };
    let (takes, volatility) = (vec![from.clone()], Volatility::Immutable);
    create_udf("order_fields", takes, returned, volatility, Arc::new(reorder)).call(vec![column])
}

/// Puts the children of structs in the order of `to`. All other buffers stay.
fn ordered(data: ArrayData, to: &DataType) -> Result<ArrayData, ArrowError> {
    if data.data_type() == to {
        return Ok(data);
    }
    let children = data.child_data();
    let children = match (data.data_type(), to) {
        (DataType::Struct(from), DataType::Struct(to)) => {
            let child = |(at, field): (usize, &FieldRef)| {
                let child = place(from, field, at).unwrap_or(at);
                ordered(children[child].clone(), field.data_type())
            };
            to.iter().enumerate().map(child).collect::<Result<_, _>>()?
        }
        _ => match inner(to) {
            Some(inner) => vec![ordered(children[0].clone(), inner)?],
            None => children.to_vec(),
        },
    };
    data.into_builder().data_type(to.clone()).child_data(children).build()
}
