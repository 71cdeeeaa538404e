package io.dronedelivery.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ApiChangesTest {

    private static Map<?, ?> read(String json) {
        return new JsonMapper().readValue(json.replace('\'', '"'), Map.class);
    }

    private static Map<?, ?> answering(String schema) {
        return read(
                "{'paths':{'/a':{'get':{'responses':{'200':{'content':{'application/json':{'schema':" + schema
                        + "}}}}}}},'components':{'schemas':{'A':{'type':'object','properties':{'a':{'$ref':'#/components/schemas/A'}}}}}}");
    }

    private static Map<?, ?> taking(String schema) {
        return read("{'paths':{'/a':{'post':{'requestBody':{'content':{'application/json':{'schema':" + schema
                + "}}},'responses':{}}}}}");
    }

    private static Map<?, ?> operation(String operation) {
        return read("{'paths':{'/a':{'get':" + operation + "}}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'string'}|{'type':'integer'}|the answer may be integer now",
                "{'type':'number'}|{'type':'integer'}|",
                "{'type':'integer'}|{'type':'number'}|the answer may be number now",
                "{'type':'string'}|{}|the answer may be anything now",
                "{}|{'type':'string'}|",
                "{'type':'string'}|{'type':['string','null']}|the answer may be null now",
                "{'type':'string'}|{'anyOf':[{'type':'string'},{'type':'null'}]}|the answer may be null now",
                "{'type':['string','null']}|{'anyOf':[{'type':'string'},{'type':'null'}]}|",
                "{'type':'string','enum':['a','b']}|{'type':'string','enum':['a','c']}|the answer has another enum: [a, b] before, [a, c] now",
                "{'type':'string','enum':['a','b']}|{'type':'string'}|the answer has another enum: [a, b] before, none now",
                "{'type':'string','enum':['a','b']}|{'type':'string','enum':['b']}|",
                "{'type':'string','format':'date'}|{'type':'string'}|the answer has another format: date before, none now",
                "{'type':'string','pattern':'a'}|{'type':'string'}|",
                "{'type':'object','properties':{'x':{'type':'string'}}}|{'type':'object','properties':{}}|the answer.x is gone",
                "{'type':'object','properties':{'x':{}},'required':['x']}|{'type':'object','properties':{'x':{}}}|the answer.x may be absent now",
                "{'type':'object','properties':{'x':{'type':'string'}}}|{'type':'object','properties':{'x':{'type':'boolean'},'y':{}}}|the answer.x may be boolean now",
                "{'type':'array','items':{'type':'string'}}|{'type':'array','items':{'type':'integer'}}|the answer[] may be integer now",
                "{'allOf':[{'type':'object','properties':{'x':{'type':'string'}}},{'properties':{'y':{}}}]}|{'type':'object','properties':{'x':{'type':'integer'}}}|`the answer.x may be integer now, the answer.y is gone`",
                "{'$ref':'#/components/schemas/A'}|{'$ref':'#/components/schemas/A'}|",
                "{'$ref':'#/components/schemas/A'}|{'type':'object','properties':{'a':{'type':'object','properties':{}}}}|the answer.a.a is gone",
            })
    void what_answers_may_have_beyond_the_document_before_breaks_callers(String before, String after, String changes) {
        assertThat(ApiChanges.between(answering(before), answering(after)))
                .isEqualTo(changes == null ? List.of() : lines("GET /a: ", changes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'integer'}|{'type':'number'}|",
                "{'type':'string'}|{'type':'integer'}|the body must not be string any more",
                "{}|{'type':'object'}|the body must not be anything any more",
                "{'type':'string'}|{'type':'string','enum':['a']}|the body has another enum: none before, [a] now",
                "{'type':'string','enum':['a']}|{'type':'string','enum':['a','b']}|",
                "{'type':'string'}|{'type':'string','pattern':'a'}|the body has another pattern: none before, a now",
                "{'type':'integer','minimum':1}|{'type':'integer','minimum':2}|the body has another minimum: 1 before, 2 now",
                "{'type':'integer','maximum':9}|{'type':'integer','maximum':10}|",
                "{'type':'array','items':{}}|{'type':'array','items':{},'maxItems':3}|the body has another maxItems: none before, 3 now",
                "{'type':'object','properties':{'x':{}}}|{'type':'object','properties':{'x':{},'y':{}},'required':['y']}|the body.y is required now",
                "{'type':'object','properties':{'x':{}}}|{'type':'object','properties':{},'additionalProperties':false}|the body.x is gone",
                "{'type':'object','properties':{'x':{}}}|{'type':'object','properties':{'y':{}}}|",
            })
    void what_requests_must_not_have_any_more_breaks_callers(String before, String after, String changes) {
        assertThat(ApiChanges.between(taking(before), taking(after)))
                .isEqualTo(changes == null ? List.of() : lines("POST /a: ", changes));
    }

    private static List<String> lines(String name, String changes) {
        return List.of(changes.split(", (?=the )")).stream().map(name::concat).toList();
    }

    @Test
    void what_is_no_part_of_a_document_is_passed_over() {
        Map<?, ?> odd = read(
                "{'paths':{'/b':null,'/c':7,'/a':{'parameters':[],'get':{'parameters':['x',null,{'in':'query','name':'q',"
                        + "'schema':{'type':'integer','minimum':'one','enum':7}}],'security':'none','responses':{'200':null,'2XX':{'content':[]}}}}},"
                        + "'components':{'schemas':{'A':{'$ref':'#/components/schemas/A'}}}}");

        assertThat(ApiChanges.between(odd, odd)).isEmpty();
        assertThat(ApiChanges.between(
                        answering("{'$ref':'#/components/schemas/None'}"), answering("{'type':'string'}")))
                .isEmpty();
    }

    @Test
    void operations_parameters_and_answers_must_stay() {
        Map<?, ?> before = operation(
                "{'parameters':[{'in':'query','name':'q','schema':{'type':'string'}}],"
                        + "'security':[{'openId':['a']}],'responses':{'200':{'headers':{'H':{}},'content':{'text/x':{}}},'404':{}}}");

        assertThat(ApiChanges.between(before, read("{'paths':{'/a':{'post':{}}}}")))
                .containsExactly("GET /a: is gone");
        assertThat(
                        ApiChanges.between(
                                before,
                                operation(
                                        "{'parameters':[{'in':'query','name':'r','required':true,'schema':{}}],"
                                                + "'requestBody':{'required':true},'security':[{'openId':['b']}],'responses':{'200':{'content':{}}}}")))
                .containsExactly(
                        "GET /a: the query parameter q is gone",
                        "GET /a: the query parameter r is required now",
                        "GET /a: the body is required now",
                        "GET /a: the caller needs [{openId=[b]}] now",
                        "GET /a: the answer as text/x is gone",
                        "GET /a: the answer has no header H any more");
        assertThat(ApiChanges.between(
                        before,
                        operation("{'parameters':[{'in':'query','name':'q','schema':{'type':'integer'}}],"
                                + "'responses':{'201':{}}}")))
                .containsExactly(
                        "GET /a: the query parameter q must not be string any more",
                        "GET /a: the answer as text/x is gone",
                        "GET /a: the answer has no header H any more");
    }
}
