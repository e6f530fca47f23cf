type Json = Record<string, unknown>;

/** Keywords of JSON Schema that hold subschemas: by name, as a list, as one. */
const NAMED = ['properties', 'patternProperties', '$defs'];
const LISTED = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const ONE = ['items', 'additionalProperties', 'propertyNames', 'not', 'contains'];

/** Shorter schemas without a title are written inline, since a reference would be as long. */
const WORTH_IT = 70;

interface Known {
  /** The schema with its subschemas replaced by their indexes. */
  schema: Json;
  size: number;
  /** Number of distinct schemas it occurs in. */
  uses: number;
  name?: string;
}

export const pascal = (text: string): string =>
  text.replace(/[^A-Za-z0-9]+/g, ' ').replace(/(?:^| )(\w)/g, (_all, first: string) => first.toUpperCase());

/** Makes names unique: repeated ones get a number. */
function namesOf() {
  const taken = new Map<string, number>();
  return (wanted: string): string => {
    const count = (taken.get(wanted) ?? 0) + 1;
    taken.set(wanted, count);
    return count === 1 ? wanted : `${wanted}${count}`;
  };
}

/** Maps the direct subschemas of a schema; `inner` also gets the property name. */
function within(schema: Json, inner: (schema: Json, name: string) => unknown): Json {
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (NAMED.includes(key))
      return [
        key,
        Object.fromEntries(Object.entries(value as Json).map(([name, part]) => [name, inner(part as Json, name)])),
      ];
    if (LISTED.includes(key)) return [key, (value as Json[]).map(part => inner(part, ''))];
    if (ONE.includes(key) && typeof value === 'object') return [key, inner(value as Json, '')];
    return [key, value];
  });
  return Object.fromEntries(entries);
}

/**
 * Collects schemas so that each is written once: those with a title or several uses become components. All are added before
 * the first is written.
 */
export function schemasSaidOnce() {
  const all: Known[] = [];
  const places = new Map<string, number>();
  const components: Record<string, Json> = {};
  const nameFor = namesOf();

  const use = (place: number) => {
    const entry = all[place];
    if (entry) entry.uses++;
    return entry?.size ?? 0;
  };
  function placeOf(schema: Json): number {
    const parts: number[] = [];
    const shallow = within(schema, part => {
      const place = placeOf(part);
      parts.push(place);
      return { place };
    });
    const text = JSON.stringify(shallow);
    const index = places.get(text);
    if (index !== undefined) return index;
    const size = parts.reduce((sum, part) => sum + use(part), text.length);
    places.set(text, all.length);
    all.push({ schema: shallow, size, uses: 0 });
    return all.length - 1;
  }

  function writtenAt(place: number, hint: string): Json {
    const entry = all[place];
    if (!entry) return {};
    const { title, ...rest } = entry.schema;
    const inner = () => within(rest, ({ place: at }, name) => writtenAt(Number(at), name || hint));
    if (typeof title !== 'string' && (entry.uses < 2 || entry.size < WORTH_IT)) return inner();
    if (entry.name === undefined) {
      entry.name = nameFor(pascal(typeof title === 'string' ? title : hint) || 'Part');
      components[entry.name] = inner();
    }
    return { $ref: `#/components/schemas/${entry.name}` };
  }

  return {
    add: (schema: Json): void => void use(placeOf(schema)),
    /** The schema, or a reference to it; `hint` names schemas without a title. */
    write: (schema: Json, hint: string): Json => writtenAt(placeOf(schema), hint),
    components,
  };
}

/** Collects shared parts of operations: `hand` counts a part, `put` returns it, or a reference if it was counted more than once. */
export function partsSaidOnce(section: string) {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  const components: Record<string, Json> = {};
  const nameFor = namesOf();
  return {
    note(part: Json): void {
      const text = JSON.stringify(part);
      uses.set(text, (uses.get(text) ?? 0) + 1);
    },
    put(part: Json, hint: string): Json {
      const text = JSON.stringify(part);
      if ((uses.get(text) ?? 0) < 2) return part;
      const name = names.get(text) ?? nameFor(pascal(hint));
      names.set(text, name);
      components[name] = part;
      return { $ref: `#/components/${section}/${name}` };
    },
    components,
  };
}
