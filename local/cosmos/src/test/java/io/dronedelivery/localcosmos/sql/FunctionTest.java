package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionTest {

    private static final String DOCUMENT =
            "{'s':'Drone','n':-2.5,'i':3,'t':true,'z':null,'a':[1,'x',{'k':1,'l':{'m':2,'n':3}}],'o':{}}";

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            CONTAINS(c.s, 'ron')            | true
            CONTAINS(c.s, 'RON')            | false
            CONTAINS(c.s, 'RON', true)      | true
            contains(c.s, 'RON', false)     | false
            CONTAINS(c.s, c.none)           | undefined
            CONTAINS(c.i, '3')              | undefined
            CONTAINS(c.s, '', 1)            | undefined
            STARTSWITH(c.s, 'Dr')           | true
            STARTSWITH(c.s, 'dr', true)     | true
            StartsWith(c.s, 'one')          | false
            ENDSWITH(c.s, 'one')            | true
            ENDSWITH(c.s, 'ONE', true)      | true
            STRINGEQUALS(c.s, 'drone')      | false
            StringEquals(c.s, 'drone', true) | true
            LOWER(c.s)                      | "drone"
            UPPER(c.s)                      | "DRONE"
            UPPER(c.z)                      | undefined
            LENGTH(c.s)                     | 5
            LENGTH(c.a)                     | undefined
            CONCAT(c.s, '-', '1')           | "Drone-1"
            CONCAT(c.s, 1)                  | undefined
            SUBSTRING(c.s, 1, 3)            | "ron"
            SUBSTRING(c.s, 3, 99)           | "ne"
            SUBSTRING(c.s, 9, 1)            | ""
            SUBSTRING(c.s, 1, '3')          | undefined
            TRIM('  a ')                    | "a"
            LTRIM('  a ')                   | "a "
            RTRIM('  a ')                   | "  a"
            TRIM('-- AdventureWorks --', '-') | " AdventureWorks "
            TRIM('-_-AdventureWorks-_-', '-_') | "AdventureWorks"
            TRIM(' aa ', '')                | " aa "
            TRIM('aa', 'a')                 | ""
            TRIM('a🚁a', '🚂a') | "🚁"
            TRIM(c.s, 1)                    | undefined
            TRIM(c.s, c.none)               | undefined
            TRIM(c.i, '3')                  | undefined
            LTRIM('AdventureWorks', 'Adventure') | "Works"
            LTRIM('AdventureWorks', 'Works') | "AdventureWorks"
            LTRIM('--a-', '-')              | "a-"
            RTRIM('-a--', '-')              | "-a"
            RTRIM('AdventureWorks', 'Works') | "Adventure"
            LEFT(c.s, 2)                    | "Dr"
            LEFT(c.s, -1)                   | ""
            RIGHT(c.s, 2)                   | "ne"
            RIGHT(c.s, 99)                  | "Drone"
            INDEX_OF(c.s, 'o')              | 2
            INDEX_OF(c.s, 'x')              | -1
            INDEX_OF('abab', 'a', 1)        | 2
            REPLACE(c.s, 'r', 'RR')         | "DRRone"
            REPLACE(c.s, '', 'x')           | "Drone"
            REPLICATE('ab', 3)              | "ababab"
            REPLICATE('ab', -1)             | undefined
            REPLICATE('ab', 9000)           | undefined
            REVERSE(c.s)                    | "enorD"
            TOSTRING(c.i)                   | "3"
            TOSTRING(1.0)                   | "1"
            TOSTRING(c.n)                   | "-2.5"
            TOSTRING(0.1234)                | "0.1234"
            TOSTRING(12345678.9)            | "12345678.9"
            TOSTRING(0.0001)                | "0.0001"
            TOSTRING(0.000001)              | "0.000001"
            TOSTRING(-0.0000001)            | "-1e-7"
            TOSTRING(0.00000012)            | "1.2e-7"
            TOSTRING(2e-323)                | "2e-323"
            TOSTRING(9007199254740993)      | "9007199254740992"
            TOSTRING(1e20)                  | "100000000000000000000"
            TOSTRING(1e21)                  | "1e+21"
            TOSTRING(4.75e21)               | "4.75e+21"
            TOSTRING(1.5e300)               | "1.5e+300"
            TOSTRING(-0.0)                  | "0"
            TOSTRING(c.z)                   | "null"
            TOSTRING([1.0, 0.0001, 'a\\tb', true, null, []]) | "[1,0.0001,\\"a\\\\tb\\",true,null,[]]"
            TOSTRING({'a b': {'n': 12345678.90}}) | "{\\"a b\\":{\\"n\\":12345678.9}}"
            TOSTRING(c.a)                   | "[1,\\"x\\",{\\"k\\":1,\\"l\\":{\\"m\\":2,\\"n\\":3}}]"
            TOSTRING(c.t)                   | "true"
            TOSTRING(c.s)                   | "Drone"
            TOSTRING(c.none)                | undefined
            """)
    void string_functions(String expression, String expected) {
        assertThat(Sql.value(expression, DOCUMENT)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ABS(c.n)          | 2.5
            CEILING(c.n)      | -2
            FLOOR(c.n)        | -3
            ROUND(c.n)        | -3
            ROUND(2.5)        | 3
            ROUND(2.4)        | 2
            ROUND(1.234, 2)   | 1.23
            ROUND(0.5)        | 1
            ROUND(-0.5)       | -1
            ROUND(-6.5)       | -7
            ROUND(0.49999999999999994)  | 0
            ROUND(-0.49999999999999994) | 0
            ROUND(4503599627370497)     | 4503599627370497
            ROUND(-4503599627370499)    | -4503599627370499
            ROUND(9007199254740991)     | 9007199254740991
            ROUND(4503599627370495.5)   | 4503599627370496
            ROUND(2251799813685247.5)   | 2251799813685248
            ROUND(1e300)      | 1.0E300
            ROUND(-1.235, 2)  | -1.24
            ROUND(1250, -2)   | 1300
            ROUND(-1234, -2)  | -1200
            ROUND(1234, -4)   | 0
            ROUND(50000, -5) | 100000
            ROUND(150000, -5) | 200000
            ROUND(0.1, 400)   | 0.1
            ROUND(0, 400)     | 0
            ROUND(0.3, 20)    | 0.3
            ROUND(1e300, 20)  | 1.0E300
            ROUND(12, -400)   | 0
            ROUND(5, 0.5)     | undefined
            ROUND(5, '1')     | undefined
            TRUNC(c.n)        | -2
            SIGN(c.n)         | -1
            SIGN(0)           | 0
            SQRT(9)           | 3
            SQRT(-1)          | undefined
            SQUARE(c.i)       | 9
            POWER(2, 10)      | 1024
            POWER(2, '1')     | undefined
            EXP(0)            | 1
            LOG(1)            | 0
            LOG(8, 2)         | 3
            LOG10(1000)       | 3
            LOG(0)            | undefined
            SIN(0)            | 0
            ATN2(0, 1)        | 0
            PI()              | 3.141592653589793
            ABS(c.s)          | undefined
            ABS(c.none)       | undefined
            """)
    void math_functions(String expression, String expected) {
        assertThat(Sql.value(expression, DOCUMENT)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            IS_DEFINED(c.z)        | true
            IS_DEFINED(c.none)     | false
            IS_DEFINED(c.i + 'a')  | false
            IS_NULL(c.z)           | true
            IS_NULL(c.none)        | false
            IS_BOOL(c.t)           | true
            IS_BOOLEAN(c.t)        | true
            IS_BOOL(c.i)           | false
            IS_NUMBER(c.n)         | true
            IS_NUMBER(c.s)         | false
            IS_INTEGER(c.i)        | true
            IS_INTEGER(3.0)        | true
            IS_INTEGER(c.n)        | false
            IS_FINITE_NUMBER(c.n)  | true
            IS_STRING(c.s)         | true
            IS_STRING(c.none)      | false
            IS_ARRAY(c.a)          | true
            IS_ARRAY(c.o)          | false
            IS_OBJECT(c.o)         | true
            IS_OBJECT(c.a)         | false
            IS_PRIMITIVE(c.z)      | true
            IS_PRIMITIVE(c.a)      | false
            IS_PRIMITIVE(c.none)   | false
            NOT IS_DEFINED(c.none) | true
            IIF(c.t, 1, 2)         | 1
            IIF(c.i, 1, 2)         | 2
            """)
    void type_functions_answer_even_for_undefined(String expression, String expected) {
        assertThat(Sql.value(expression, DOCUMENT)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ARRAY_CONTAINS(c.a, 1.0)                        | true
            ARRAY_CONTAINS(c.a, 'y')                        | false
            ARRAY_CONTAINS(c.a, {'k':1})                    | false
            ARRAY_CONTAINS(c.a, {'k':1}, true)              | true
            ARRAY_CONTAINS(c.a, {'l':{'m':2}}, true)        | true
            ARRAY_CONTAINS(c.a, {'l':{'m':9}}, true)        | false
            ARRAY_CONTAINS(c.a, {'k':1}, false)             | false
            ARRAY_CONTAINS(c.s, 'D')                        | undefined
            ARRAY_CONTAINS(c.none, 1)                       | undefined
            ARRAY_CONTAINS(c.a, c.none)                     | undefined
            ARRAY_CONTAINS(['x', 'y'], c.a[1])              | true
            ARRAY_LENGTH(c.a)                               | 3
            ARRAY_LENGTH([])                                | 0
            ARRAY_LENGTH(c.s)                               | undefined
            ARRAY_CONCAT([1], [2, 3], [])                   | [1,2,3]
            ARRAY_CONCAT([1], 2)                            | undefined
            ARRAY_SLICE([1, 2, 3], 1)                       | [2,3]
            ARRAY_SLICE([1, 2, 3], 0, 2)                    | [1,2]
            ARRAY_SLICE([1, 2, 3], -2)                      | [2,3]
            ARRAY_SLICE([1, 2, 3], -9, 1)                   | [1]
            ARRAY_SLICE([1, 2, 3], 5)                       | []
            ARRAY_SLICE([1, 2, 3], 0, -1)                   | []
            ARRAY_SLICE([1, 2, 3], 'a')                     | undefined
            """)
    void array_functions(String expression, String expected) {
        assertThat(Sql.value(expression, DOCUMENT)).isEqualTo(expected);
    }
}
