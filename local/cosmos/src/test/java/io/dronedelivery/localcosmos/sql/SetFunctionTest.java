package io.dronedelivery.localcosmos.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Most examples are those of Microsoft's reference. */
class SetFunctionTest {

    private static final String DOCUMENT = "{'_rid':'36ZyAPW+uN8NAAAAAAAAAA==','a':{'_rid':'short'},'b':{'_rid':7}}";

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ARRAY_CONTAINS_ANY([1, true, '3', [1,2,3]], 1, true, '3', [1,2,3]) | true
            ARRAY_CONTAINS_ANY([1, 2, 3, 4], 2, 3, 4, 5)        | true
            ARRAY_CONTAINS_ANY([1, 2, 3, 4], 1, undefined)      | true
            ARRAY_CONTAINS_ANY([1, 2, 3, 4], 5, 6, 7, 8)        | false
            ARRAY_CONTAINS_ANY([], 1, 2, 3)                     | false
            ARRAY_CONTAINS_ANY([1, 2, 3, 4], 5, undefined)      | undefined
            ARRAY_CONTAINS_ANY('abc', 'a')                      | undefined
            ARRAY_CONTAINS_ALL([1, true, '3', [1,2,3]], 1, true, '3', [1,2,3]) | true
            ARRAY_CONTAINS_ALL([1, 2, 3, 4], 2, 3, 4, 5)        | false
            ARRAY_CONTAINS_ALL([1, 2, 3, 4], 1, undefined)      | undefined
            ARRAY_CONTAINS_ALL([1, 2, 3, 4], 5, undefined)      | false
            ARRAY_CONTAINS_ALL([], 1, 2, 3)                     | false
            CHOOSE(1, 'abc', 1, true, [1])                      | "abc"
            CHOOSE(4, 'abc', 1, true, [1])                      | [1]
            CHOOSE(0, 'abc', 1)                                 | undefined
            CHOOSE(3, 'abc', 1)                                 | undefined
            CHOOSE(1.5, 'abc', 1)                               | undefined
            CHOOSE('1', 'abc', 1)                               | undefined
            CHOOSE(1e300, 'abc', 1)                             | undefined
            SetIntersect([1, 2, 3, 4], [3, 4, 5, 6])            | [3,4]
            SetIntersect([1, 2, 3, 4], [1, 1, 1, 1])            | [1]
            SetIntersect([1, 2, 'A', 'B'], ['A', 1])            | ["A",1]
            SetIntersect([1, 2], [])                            | []
            SetIntersect([1, 2], 1)                             | undefined
            SetUnion([1, 2, 3, 4], [3, 4, 5, 6])                | [1,2,3,4,5,6]
            SetUnion([1, 2, 3, 4], [1, 1, 1, 1])                | [1,2,3,4]
            SetUnion([1, 2, 'A', 'B'], ['A', 1])                | [1,2,"A","B"]
            SetUnion([{'a': 1, 'b': 2}], [{'b': 2, 'a': 1.0}])  | [{"a":1,"b":2}]
            SetUnion(undefined, [])                             | undefined
            ObjectToArray({'a': '12345', 'b': '67890'})         | [{"k":"a","v":"12345"},{"k":"b","v":"67890"}]
            ObjectToArray({'a': '12345'}, 'name')               | [{"name":"a","v":"12345"}]
            ObjectToArray({'a': '12345'}, 'key', 'value')       | [{"key":"a","value":"12345"}]
            ObjectToArray({'a': '12345'}, 1)                    | undefined
            ObjectToArray([1])                                  | undefined
            DOCUMENTID(c)                                       | 13
            DOCUMENTID(c.a)                                     | undefined
            DOCUMENTID(c.b)                                     | undefined
            DOCUMENTID(c.none)                                  | undefined
            """)
    void set_functions(String expression, String expected) {
        assertThat(Sql.value(expression, DOCUMENT)).isEqualTo(expected);
    }

    @Property(tries = 300, seed = "17")
    void sets_agree_with_those_of_java(
            @ForAll @Size(max = 8) List<@IntRange(min = 0, max = 6) Integer> left,
            @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 6) Integer> right) {
        Set<Integer> union = new LinkedHashSet<>(left);
        union.addAll(right);
        Set<Integer> intersection = new LinkedHashSet<>(right);
        intersection.retainAll(left);
        String values = right.toString().replace("[", "").replace("]", "");

        assertThat(Sql.rows(
                        "SELECT VALUE [SetUnion(@l, @r), SetIntersect(@l, @r), ARRAY_CONTAINS_ANY(@l, " + values
                                + "), ARRAY_CONTAINS_ALL(@l, " + values + "), CHOOSE(" + right.size() + ", " + values
                                + ")] FROM c",
                        Map.of("@l", left, "@r", right),
                        "{}"))
                .containsExactly(List.of(
                                union,
                                intersection,
                                !intersection.isEmpty(),
                                left.containsAll(right),
                                right.get(right.size() - 1))
                        .toString()
                        .replace(" ", ""));
    }
}
