// Prints the partitions that Sarama's default partitioner chooses for each line of standard input, hex of a key: one
// number for each argument, a number of partitions.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"

	"github.com/IBM/sarama"
)

func main() {
	partitioner := sarama.NewConfig().Producer.Partitioner("topic")
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		key, err := hex.DecodeString(lines.Text())
		check(err)
		for _, argument := range os.Args[1:] {
			count, err := strconv.ParseInt(argument, 10, 32)
			check(err)
			message := sarama.ProducerMessage{Key: sarama.ByteEncoder(key)}
			partition, err := partitioner.Partition(&message, int32(count))
			check(err)
			fmt.Fprint(out, partition, " ")
		}
		fmt.Fprintln(out)
	}
	check(lines.Err())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
