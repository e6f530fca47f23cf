import { answers, type Definition, removes } from './definition.ts';
import type { Fields } from './fields.ts';

/** A locale file: texts by key, nested. */
export interface Words {
  [key: string]: string | Words;
}

/** Acts whose confirmation names act and record in full: "Huỷ phiếu thu PT-2611-00042". */
const NAMED_IN_FULL = ['cancel', 'reject', 'send'];

/** Locale keys that a definition uses under its own name: `fields.name`, `tabs.all`. */
export function wordKeys(definition: Definition): string[] {
  const { fields, statuses = {}, actions = {}, list } = definition;
  const acts = Object.values(actions);
  const lines = linesIn([fields, ...acts.map(({ input = {} }) => input)]);
  const all: Fields = Object.assign({}, fields, ...acts.map(({ input }) => input), lines);
  const keys = [
    'name',
    'plural',
    ...[
      'createdAt',
      'updatedAt',
      ...(definition.statuses ? ['status'] : []),
      ...Object.keys(fields),
      ...Object.keys(lines),
    ].map(name => `fields.${name}`),
    ...Object.keys(statuses).map(status => `statuses.${status}`),
    ...(['create', 'update'] as const).filter(call => answers(definition, call)).map(call => `actions.${call}`),
    ...(removes(definition) ? ['actions.remove', 'full.remove'] : []),
    ...Object.keys(actions).map(name => `actions.${name}`),
    ...NAMED_IN_FULL.filter(name => actions[name]?.danger && actions[name].by !== 'resident').map(
      name => `full.${name}`,
    ),
    ...acts.flatMap(({ input = {}, reason }) =>
      [...Object.keys(input), ...(reason ? ['reason'] : [])].map(name => `inputs.${name}`),
    ),
    ...Object.entries(all).flatMap(([name, field]) =>
      field.kind === 'choice' ? field.options.map(option => `options.${name}.${option}`) : [],
    ),
    ...Object.entries(list.means ?? {}).flatMap(([name, meanings]) => [
      `fields.${name}`,
      ...Object.keys(meanings).map(meaning => `options.${name}.${meaning}`),
    ]),
    ...Object.keys(list.tabs ?? {}).map(tab => `tabs.${tab}`),
    ...Object.keys(list.marks ?? {}).map(mark => `marks.${mark}`),
    ...Object.keys(list.waits ?? {}).map(wait => `waits.${wait}_other`),
    ...Object.keys(list.figures ?? {}).map(figure => `figures.${figure}`),
  ];
  return [...new Set(keys)];
}

/** Fields of the lines among some fields. */
const linesIn = (all: readonly Fields[]): Fields =>
  Object.assign(
    {},
    ...all.flatMap(fields => Object.values(fields).map(field => (field.kind === 'lines' ? field.of : {}))),
  );

/** The words of a definition: its own, completed with those of `defaults.json` that it uses. */
export function withDefaults(definition: Definition, ownWords: Words, defaults: Words): Words {
  const words = structuredClone(ownWords);
  for (const key of wordKeys(definition)) {
    const path = key.split('.');
    const text = wordAt(defaults, path);
    if (text !== undefined && wordAt(words, path) === undefined) put(words, path, text);
  }
  return words;
}

function wordAt(words: Words, path: readonly string[]): string | undefined {
  let value: string | Words | undefined = words;
  for (const name of path) value = typeof value === 'object' ? value[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function put(words: Words, [name = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) words[name] = text;
  else {
    const inner = words[name];
    const branch = typeof inner === 'object' ? inner : {};
    words[name] = branch;
    put(branch, rest, text);
  }
}
