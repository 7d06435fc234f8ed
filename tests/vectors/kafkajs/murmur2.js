// Prints the hash of each line of standard input, hex of a key, by the partitioner that the first argument names:
// `legacy` of kafkajs, which was its default before 2.0, or `default`.
const murmur2 = require(`${process.argv[2]}/node_modules/kafkajs/src/producer/partitioners/${process.argv[3]}/murmur2`)

const lines = require('fs').readFileSync(0, 'utf8').split('\n').slice(0, -1)
console.log(lines.map(line => murmur2(Buffer.from(line, 'hex'))).join('\n'))
