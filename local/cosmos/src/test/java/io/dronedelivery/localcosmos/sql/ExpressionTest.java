package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {

    private static final String DRONE = "{'id':'dr-07','battery':80,'weight':1.5,'ready':true,'pilot':null,'a b':1,"
            + "'home':{'latitude':47.5,'pads':[{'no':1},{'no':2}]},'tags':['fast','small']}";

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1                           | 1
            -1                          | -1
            1.0                         | 1
            1.50                        | 1.5
            .5                          | 0.5
            2e3                         | 2000
            9007199254740993            | 9007199254740993
            12345678901234567890        | 1.2345678901234567E19
            'it\\'s'                    | "it's"
            "\\u0041\\t\\\\/"           | "A\\t\\\\/"
            true                        | true
            FALSE                       | false
            null                        | null
            undefined                   | undefined
            [1, 'a', undefined, [null]] | [1,"a",[null]]
            {'a': 1, b: undefined, "c": {}} | {"a":1,"c":{}}
            []                          | []
            """)
    void literals_are_json(String expression, String expected) {
        assertThat(Sql.value(expression, DRONE)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            c.id                        | "dr-07"
            c["id"]                     | "dr-07"
            c['a b']                    | 1
            c.ID                        | undefined
            c.home.latitude             | 47.5
            c.home['pads'][1].no        | 2
            c.home.pads[2]              | undefined
            c.home.pads[-1]             | undefined
            c.home.pads[0.5]            | undefined
            c.home.pads["0"]            | undefined
            c.tags[c.home.pads[0].no]   | "small"
            c.id.length                 | undefined
            c.pilot                     | null
            c.pilot.name                | undefined
            {"a":{"b":7}}.a.b           | 7
            [5,6][1]                    | 6
            c.tags                      | ["fast","small"]
            """)
    void paths_lead_into_documents_and_out_of_them_to_undefined(String expression, String expected) {
        assertThat(Sql.value(expression, DRONE)).isEqualTo(expected);
    }

    /** As in JavaScript: on the lowest 32 bits, and less tight than comparisons. */
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            5 & 3                 ; 1
            5 | 3                 ; 7
            5 ^ 3                 ; 6
            ~5                    ; -6
            1 | 6 ^ 2 & 3         ; 5
            3 & 1 = 1             ; undefined
            (3 & 1) = 1           ; true
            1 + 1 << 2            ; 8
            100 >> 2              ; 25
            -100 >> 2             ; -25
            -1 >>> 0              ; 4294967295
            1 << 33               ; 2
            4294967295 & 255      ; 255
            1e300 & 255           ; 0
            5.9 & -1              ; 5
            -5.9 | 0              ; -5
            9007199254740993 & 3  ; 0
            5 & '3'               ; undefined
            ~null                 ; undefined
            c.none | 1            ; undefined
            """)
    void bitwise_operators(String expression, String expected) {
        assertThat(Sql.value(expression, DRONE)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1 + 2 * 3        | 7
            (1 + 2) * 3      | 9
            7 - 2 - 1        | 4
            7 / 2            | 3.5
            8 / 2            | 4
            7 % 4            | 3
            -c.battery       | -80
            +c.battery       | 80
            - -1             | 1
            0.1 + 0.2        | 0.30000000000000004
            c.weight * 2     | 3
            1 / 0            | undefined
            1 + '1'          | undefined
            1 + null         | undefined
            1 + c.none       | undefined
            -'a'             | undefined
            +true            | undefined
            """, ignoreLeadingAndTrailingWhitespace = true)
    void arithmetic_is_that_of_doubles_and_prints_whole_numbers_whole(String expression, String expected) {
        assertThat(Sql.value(expression, DRONE)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-"})
    void an_integer_beyond_the_doubles_is_infinite(String sign) {
        String document = "{'n':" + sign + "1" + "0".repeat(400) + ",'m':" + sign + "1e400}";

        assertThat(Sql.value("c.n = c.m", document)).isEqualTo("true");
        assertThat(Sql.value("c.n > 1e308 OR c.n < -1e308", document)).isEqualTo("true");
        assertThat(Sql.value("c.n + 1", document)).isEqualTo("undefined");
        assertThat(Sql.value("IS_FINITE_NUMBER(c.n)", document)).isEqualTo("false");
    }

    @Test
    void strings_concatenate_with_strings_only() {
        assertThat(Sql.value("'a' || \"b\" || c.id", DRONE)).isEqualTo("\"abdr-07\"");
        assertThat(Sql.value("c.home['lat' || 'itude']", DRONE)).isEqualTo("47.5");
        assertThat(Sql.value("'a' || 1", DRONE)).isEqualTo("undefined");
        assertThat(Sql.value("'a' || c.none", DRONE)).isEqualTo("undefined");
    }

    @Test
    void comments_separate_words_and_mean_nothing() {
        assertThat(Sql.value("1 -- one\n + /* two */ 2 /**/", DRONE)).isEqualTo("3");
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1 = 1.0                     | true
            1 = '1'                     | false
            1 != '1'                    | true
            1 <> 2                      | true
            null = null                 | true
            c.id != null                | true
            c.pilot != null             | false
            c.none = 1                  | undefined
            c.none != 1                 | undefined
            undefined = undefined       | undefined
            {"a":1,"b":2} = {"b":2.0,"a":1} | true
            {"a":1} = {"a":1,"b":2}     | false
            [1,2] = [1,2]               | true
            [1,2] = [2,1]               | false
            [1] != {"a":1}              | true
            1 < 2                       | true
            2 <= 2.0                    | true
            'a' < 'b'                   | true
            'B' < 'a'                   | true
            false < true                | true
            null >= null                | true
            1 < '2'                     | undefined
            null < 1                    | undefined
            [1] < [2]                   | undefined
            c.none > 1                  | undefined
            """)
    void equality_needs_two_values_and_order_needs_two_of_a_type(String expression, String expected) {
        assertThat(Sql.value(expression, DRONE)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            true AND true            | true
            true AND false           | false
            false AND undefined      | false
            undefined AND false      | false
            true AND undefined       | undefined
            true AND 1               | undefined
            false AND 'x'            | false
            false OR false           | false
            true OR undefined        | true
            undefined OR true        | true
            false OR undefined       | undefined
            false OR null            | undefined
            false OR true AND false  | false
            NOT true                 | false
            NOT undefined            | undefined
            NOT 1                    | undefined
            NOT (1 = 2)              | true
            NOT c.ready OR c.ready   | true
            true AND NOT false       | true
            """)
    void logic_has_three_values(String expression, String expected) {
        assertThat(Sql.value(expression, DRONE)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            2 IN (1, 2.0)               | true
            2 IN (1, '2')               | false
            2 NOT IN (1, 3)             | true
            c.none IN (1)               | undefined
            c.none NOT IN (1)           | undefined
            null IN (null)              | true
            c.battery IN (c.weight, 80) | true
            [1] IN ([1], [2])           | true
            5 BETWEEN 1 AND 5           | true
            5 NOT BETWEEN 1 AND 5       | false
            5 BETWEEN '1' AND '9'       | undefined
            'b' BETWEEN 'a' AND 'c' AND true | true
            c.none BETWEEN 1 AND 2      | undefined
            c.none ?? 'x'               | "x"
            c.pilot ?? 'x'              | null
            c.none ?? c.none ?? 3       | 3
            c.ready ? 'go' : 'wait'     | "go"
            1 ? 'go' : 'wait'           | "wait"
            c.none ? 'go' : false ? 1 : 2 | 2
            c.battery > 50 ? c.id : null | "dr-07"
            """)
    void sets_ranges_and_choices_follow_the_same_rules(String expression, String expected) {
        assertThat(Sql.value(expression, DRONE)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'drone' LIKE 'dr%'             | true
            'drone' LIKE '%on%'            | true
            'drone' LIKE 'DR%'             | false
            'drone' LIKE 'd_one'           | true
            'drone' LIKE 'd_ne'            | false
            'drone' LIKE '[c-e]rone'       | true
            'drone' LIKE '[^c-e]rone'      | false
            'drone' LIKE '%%e%'            | true
            'drone' LIKE 'd%o%e_'          | false
            'dddro' LIKE '%dr%'            | true
            '' LIKE '%'                    | true
            '' LIKE '_'                    | false
            'a' LIKE ''                    | false
            'x-y' LIKE 'x[a-]y'            | true
            'x^y' LIKE 'x[^]y'             | true
            'é' LIKE '[à-ü]'               | true
            'a]b' LIKE 'a]b'               | true
            'a[b' LIKE 'a[b'               | true
            '5%' LIKE '5!%' ESCAPE '!'     | true
            '50' LIKE '5!%' ESCAPE '!'     | false
            'a.c' LIKE 'a.c'               | true
            'abc' LIKE 'a.c'               | false
            'drone' NOT LIKE 'x%'          | true
            'dr-07' LIKE c.id              | true
            1 LIKE '1'                     | undefined
            c.none LIKE '%'                | undefined
            'a' LIKE 1                     | undefined
            """)
    void like_knows_percent_underscore_sets_and_escapes(String expression, String expected) {
        assertThat(Sql.value(expression, DRONE)).isEqualTo(expected);
    }

    @Test
    void like_takes_no_longer_for_many_percents() {
        String text = "a".repeat(5_000);
        assertThat(Sql.value("'" + text + "' LIKE '" + "%a".repeat(500) + "%b'", DRONE))
                .isEqualTo("false");
    }
}
