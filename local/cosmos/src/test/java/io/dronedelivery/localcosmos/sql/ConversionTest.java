package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts as values, texts as lists and patterns, and whole numbers. Most examples are those of Microsoft's reference. */
class ConversionTest {

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            StringToNumber('100')                  | 100
            StringToNumber('3.14')                 | 3.14
            StringToNumber('   60   ')             | 60
            StringToNumber('-1.79769e+308')        | -1.79769E308
            StringToNumber('1e999')                | undefined
            StringToNumber('Hello')                | undefined
            StringToNumber('NaN')                  | undefined
            StringToNumber('1 2')                  | undefined
            StringToNumber('')                     | undefined
            StringToNumber(null)                   | undefined
            StringToNumber(12)                     | undefined
            StringToNumber('"1"')                  | undefined
            StringToBoolean('  false  ')           | false
            StringToBoolean('True')                | undefined
            StringToBoolean(true)                  | undefined
            StringToNull('  null  ')               | null
            StringToNull('NULL')                   | undefined
            StringToNull(null)                     | undefined
            StringToArray('[ [ "coats", 1.50 ], null ]') | [["coats",1.5],null]
            StringToArray('[1e999]')               | undefined
            StringToArray("[ 'coats' ]")           | undefined
            StringToArray('[')                     | undefined
            StringToArray('{}')                    | undefined
            StringToArray(undefined)               | undefined
            StringToObject('{"division": {"name": "Sales"}}') | {"division":{"name":"Sales"}}
            StringToObject("{'price': 27.55}")     | undefined
            StringSplit('Handlebar', 'e')          | ["Handl","bar"]
            StringSplit('xenmoun mountain bike', 'moun') | ["xen"," ","tain bike"]
            StringSplit('a,', ',')                 | ["a",""]
            StringSplit('Helmet', '')              | ["Helmet"]
            StringSplit('', '')                    | [""]
            StringSplit('AluminumBikeFrame', undefined) | undefined
            StringJoin(['Iropa', 'Mountain', 'Bike'], ' ') | "Iropa Mountain Bike"
            StringJoin(['6', '7', '4', '3'], 'A')  | "6A7A4A3"
            StringJoin([], 'A')                    | ""
            StringJoin(['6', 7], 'A')              | undefined
            StringJoin(['Iropa'], undefined)       | undefined
            RegexMatch('abcd', 'ABC')              | false
            RegexMatch('abcd', 'ABC', 'i')         | true
            RegexMatch('abcd', 'ab.', '')          | true
            RegexMatch('abcd', 'aB c', 'ix')       | true
            RegexMatch('salt3824908', 'salt{1}')   | true
            RegexMatch('a\\nb', '^b$')             | false
            RegexMatch('a\\nb', '^b$', 'm')        | true
            RegexMatch('a\\nb', 'a.b', 's')        | true
            RegexMatch('a\\rb', 'a.b')             | true
            RegexMatch('a', '(')                   | undefined
            RegexMatch('a', 'a', 'g')              | undefined
            RegexMatch('a', c.none)                | undefined
            IntAdd(20, 10)                         | 30
            IntAdd(20, 0.10)                       | undefined
            IntAdd('20', 1)                        | undefined
            IntAdd(9223372036854775807, 1)         | -9223372036854775808
            IntSub(0, 9223372036854775807)         | -9223372036854775807
            IntMul(9007199254740993, 3)            | 27021597764222979
            IntDiv(10, -2)                         | -5
            IntDiv(10, 0)                          | undefined
            IntDiv(10, 0.1)                        | undefined
            IntMod(-12, -5)                        | -2
            IntMod(12, 0)                          | undefined
            IntBitAnd(15, 25)                      | 9
            IntBitOr(15, 25)                       | 31
            IntBitXor(15, 25)                      | 22
            IntBitNot(65)                          | -66
            IntBitNot(0.1)                         | undefined
            IntBitLeftShift(16, 4)                 | 256
            IntBitRightShift(16, 4)                | 1
            IntBitRightShift(16, 0.4)              | undefined
            NumberBin(37.752, -100)                | 100
            NumberBin(37.752, 10)                  | 30
            NumberBin(37.752)                      | 37
            NumberBin(37.752, 0)                   | undefined
            NumberBin(37.752, 0.1)                 | 37.7
            NumberBin(37.752, 0.01)                | 37.75
            NumberBin(155.23478, 0.01)             | 155.23
            NumberBin('37', 1)                     | undefined
            """)
    void conversions(String expression, String expected) {
        assertThat(Sql.value(expression, "{}")).isEqualTo(expected);
    }

    @Test
    void random_numbers_are_between_0_and_1_and_differ() {
        List<String> rows = Sql.rows("SELECT VALUE RAND() FROM c WHERE RAND() < 1", "{}", "{}");
        assertThat(rows)
                .hasSize(2)
                .doesNotHaveDuplicates()
                .allSatisfy(row -> assertThat(Double.parseDouble(row)).isBetween(0.0, 1.0));
    }

    @Test
    void the_pattern_may_differ_from_document_to_document() {
        assertThat(Sql.rows(
                        "SELECT VALUE RegexMatch(c.s, c.p) FROM c",
                        "{'s':'a','p':'a'}",
                        "{'s':'a','p':'('}",
                        "{'s':'b','p':'b'}",
                        "{'s':'b','p':'a'}"))
                .containsExactly("true", "true", "false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RegexMatch(c.s, '(a+)+b')", "RegexMatch(c.s, '(a|a)*b')"})
    void a_pattern_that_takes_too_long_is_refused(String expression) {
        String document = "{'s':'" + "a".repeat(100_000) + "'}";
        assertThatExceptionOfType(SqlException.class)
                .isThrownBy(() -> Sql.value(expression, document))
                .withMessageContaining("steps");
    }

    @Property(tries = 500, seed = "17")
    void whole_numbers_wrap_around_as_the_lowest_64_bits_of_larger_ones(@ForAll long a, @ForAll long b) {
        BigInteger x = BigInteger.valueOf(a);
        BigInteger y = BigInteger.valueOf(b);
        List<Long> expected = List.of(
                x.add(y).longValue(),
                x.subtract(y).longValue(),
                x.multiply(y).longValue(),
                y.signum() == 0 ? 0 : x.divide(y).longValue(),
                y.signum() == 0 ? 0 : x.remainder(y).longValue(),
                x.and(y).longValue(),
                x.or(y).longValue(),
                x.xor(y).longValue(),
                x.not().longValue());
        assertThat(Sql.rows(
                        "SELECT VALUE [IntAdd(@a, @b), IntSub(@a, @b), IntMul(@a, @b), IntDiv(@a, @b) ?? 0, IntMod(@a, @b) ?? 0,"
                                + " IntBitAnd(@a, @b), IntBitOr(@a, @b), IntBitXor(@a, @b), IntBitNot(@a)] FROM c",
                        Map.of("@a", a, "@b", b),
                        "{}"))
                .containsExactly(expected.toString().replace(" ", ""));
    }

    @Property(tries = 300, seed = "17")
    void a_split_text_is_joined_again(
            @ForAll @StringLength(max = 12) @CharRange(from = 'a', to = 'c') String text,
            @ForAll @StringLength(min = 1, max = 2) @CharRange(from = 'a', to = 'c') String separator) {
        List<String> parts = List.of(text.split(Pattern.quote(separator), -1));
        assertThat(Sql.rows(
                        "SELECT VALUE [StringSplit(@t, @s) = @p, StringJoin(StringSplit(@t, @s), @s) = @t,"
                                + " StringToArray(ToString(@p)) = @p, RegexMatch(@t, @s) = CONTAINS(@t, @s)] FROM c",
                        Map.of("@t", text, "@s", separator, "@p", parts),
                        "{}"))
                .containsExactly("[true,true,true,true]");
    }
}
