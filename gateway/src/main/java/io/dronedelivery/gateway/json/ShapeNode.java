package io.dronedelivery.gateway.json;

import io.dronedelivery.gateway.json.JsonPath.PathStep;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a {@link JsonShape} makes of the value at one place. */
public final class ShapeNode extends PathNode<ShapeNode> {

    private final Set<String> newNames = new HashSet<>();

    @Nullable
    ShapeNode unwrapped;

    byte @Nullable [] newName;
    boolean dropped;
    /** Whether its place is one that stays where only named ones do. */
    boolean named;
    /** Whether only what is named stays of it. */
    boolean strict;

    boolean whole;

    ShapeNode() {}

    @Override
    ShapeNode create() {
        return new ShapeNode();
    }

    ShapeNode next(PathStep step) {
        if (step instanceof PathStep.Element) {
            throw new IllegalArgumentException("has an index; a shape is for all elements, [*]");
        }
        return step instanceof PathStep.Member member ? add(member.name()) : addEach();
    }

    /** Whether the name is a new one among the new names of its members. */
    boolean addNewName(String name) {
        return newNames.add(name);
    }

    /** The place of a member, null when nothing is said of it. */
    public @Nullable ShapeNode member(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return member(text, 0, text.length);
    }

    /** Whether a member is left out. */
    public boolean skips(String name) {
        ShapeNode member = member(name);
        return member == null ? strict || newNames.contains(name) : skips(member);
    }

    /** The same for the name at that place of a text. */
    boolean skips(byte[] text, int from, int to, @Nullable ShapeNode member) {
        return member == null
                ? strict || !newNames.isEmpty() && newNames.contains(JsonBytes.string(text, from, to))
                : skips(member);
    }

    private boolean skips(ShapeNode member) {
        return member.dropped || strict && !member.named;
    }

    /** Whether only what is named stays of an object there. */
    public boolean isStrict() {
        return strict;
    }

    /** The name that the member there has afterwards, null when it keeps its own. */
    public @Nullable String newName() {
        return newName == null ? null : new String(newName, 1, newName.length - 2, StandardCharsets.UTF_8);
    }

    /** The name of the member that takes the place of the object there, null when none does. */
    public @Nullable String unwrappedName() {
        return unwrapped == null ? null : names().get(members().indexOf(unwrapped));
    }

    public boolean isUnchanged() {
        return members().isEmpty() && each() == null && !strict;
    }

    /** @throws IllegalArgumentException when a member would have the name that another one gets */
    void check() {
        for (int i = 0; i < members().size(); i++) {
            String name = names().get(i);
            ShapeNode member = members().get(i);
            if (newNames.contains(name) && member.newName == null && !member.dropped) {
                throw new IllegalArgumentException("gives a member the name '" + name + "', which another one has");
            }
            member.check();
        }
        if (each() != null) {
            each().check();
        }
    }
}
