/** An XML element with its text nodes and child elements in order. */
export interface XmlNode {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly (XmlNode | string)[];
}

/** Thrown for malformed XML, or XML beyond the size limits. */
export class XmlInvalid extends Error {}

const MOST_DEPTH = 64;

/** Creates an element; null children are left out. */
export const el = (
  name: string,
  children: readonly (XmlNode | string | null)[] | string = [],
  attributes: Readonly<Record<string, string>> = {},
): XmlNode => ({
  name,
  attributes,
  children: typeof children === 'string' ? [children] : children.filter(child => child !== null),
});

/** Element with a single value; null for empty values. */
export const leaf = (name: string, value: string | number | null | undefined): XmlNode | null =>
  value === null || value === undefined || value === '' ? null : el(name, String(value));

const isElement = (node: XmlNode | string): node is XmlNode => typeof node !== 'string';
export const elementsOf = (node: XmlNode): XmlNode[] => node.children.filter(isElement);
/** Name without its namespace prefix. */
export const localName = ({ name }: Pick<XmlNode, 'name'>): string => name.split(':').at(-1) ?? name;

/** All elements at a path of local names. */
export function allAt(node: XmlNode, path: string): XmlNode[] {
  let nodes = [node];
  for (const name of path.split('/'))
    nodes = nodes.flatMap(parent => elementsOf(parent).filter(child => localName(child) === name));
  return nodes;
}
export const at = (node: XmlNode, path: string): XmlNode | null => allAt(node, path)[0] ?? null;
export const textIn = (node: XmlNode): string =>
  node.children.map(child => (isElement(child) ? textIn(child) : child)).join('');
/** Trimmed text at a path; null if missing or empty. */
export function textAt(node: XmlNode, path: string): string | null {
  const target = at(node, path);
  return target ? textIn(target).trim() || null : null;
}
/** Finds an element by Id anywhere in the tree. */
export function byId(node: XmlNode, id: string): XmlNode | null {
  if (node.attributes.Id === id) return node;
  for (const child of elementsOf(node)) {
    const match = byId(child, id);
    if (match) return match;
  }
  return null;
}

const TEXT: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const VALUE: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};
const written = (text: string) => text.replace(/[&<>\r]/g, sign => TEXT[sign] ?? sign);
const quoted = (text: string) => text.replace(/[&<"\t\n\r]/g, sign => VALUE[sign] ?? sign);

type Scope = Readonly<Record<string, string>>;
const isNamespace = (name: string) => name === 'xmlns' || name.startsWith('xmlns:');
const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Namespaces in scope inside an element. */
export const scopeIn = (node: XmlNode, outer: Scope): Scope => ({
  ...outer,
  ...Object.fromEntries(Object.entries(node.attributes).filter(([name]) => isNamespace(name))),
});

/** Canonical form of an element (Canonical XML 1.0, without comments), which is signed and sent; `outer` are the namespaces around it. */
export function canonical(node: XmlNode, outer: Scope = {}, apex = true): string {
  const scope = scopeIn(node, outer);
  const spaces = Object.keys(scope)
    .filter(name => (apex ? scope[name] !== '' : scope[name] !== (outer[name] ?? '')))
    .toSorted(byName);
  const uriOf = (name: string) => (name.includes(':') ? (scope[`xmlns:${name.split(':')[0]}`] ?? '') : '');
  const names = Object.keys(node.attributes)
    .filter(name => !isNamespace(name))
    .toSorted((a, b) => byName(uriOf(a), uriOf(b)) || byName(a.split(':').at(-1) ?? a, b.split(':').at(-1) ?? b));
  const head = [
    ...spaces.map(name => ` ${name}="${quoted(scope[name] ?? '')}"`),
    ...names.map(name => ` ${name}="${quoted(node.attributes[name] ?? '')}"`),
  ].join('');
  const inner = node.children.map(child => (isElement(child) ? canonical(child, scope, false) : written(child)));
  return `<${node.name}${head}>${inner.join('')}</${node.name}>`;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
function meant(text: string): string {
  return text.replace(/&([^;&\s]{1,10});|&/g, (_, name?: string) => {
    const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name ?? '');
    if (code) {
      const point = code[1] ? Number.parseInt(code[1], 16) : Number(code[2]);
      if (point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)) return String.fromCodePoint(point);
    }
    const plain = NAMED[name ?? ''];
    if (plain === undefined) throw new XmlInvalid('entity');
    return plain;
  });
}

const NAME = /[A-Za-z_][\w.:-]*/y;
const SPACE = /\s*/y;
const SKIPPED = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const;

/** Parses XML in one pass; DTDs and custom entities are refused. */
export function parseXml(text: string): XmlNode {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  let pos = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = pos;
    const token = pattern.exec(source)?.[0] ?? '';
    pos += token.length;
    return token;
  };
  const wants = (sign: string) => {
    if (!source.startsWith(sign, pos)) throw new XmlInvalid(`${sign} is missing`);
    pos += sign.length;
  };
  const upTo = (sign: string): string => {
    const end = source.indexOf(sign, pos);
    if (end < 0) throw new XmlInvalid(`${sign} is missing`);
    const part = source.slice(pos, end);
    pos = end + sign.length;
    return part;
  };
  /** Skips comments and processing instructions. */
  const skip = (): boolean => {
    const skipped = SKIPPED.find(([begin]) => source.startsWith(begin, pos));
    if (!skipped) return false;
    pos += skipped[0].length;
    upTo(skipped[1]);
    return true;
  };
  const around = () => {
    do take(SPACE);
    while (skip());
  };
  function attributesOf(): Record<string, string> {
    const attributes: Record<string, string> = {};
    for (;;) {
      take(SPACE);
      const name = take(NAME);
      if (!name) return attributes;
      if (name in attributes) throw new XmlInvalid('attribute twice');
      take(SPACE);
      wants('=');
      take(SPACE);
      const sign = source[pos] === "'" ? "'" : '"';
      wants(sign);
      const value = upTo(sign);
      if (value.includes('<')) throw new XmlInvalid('< in a value');
      attributes[name] = meant(value.replace(/[\t\n]/g, ' '));
    }
  }
  function element(depth: number): XmlNode {
    if (depth > MOST_DEPTH) throw new XmlInvalid('too deep');
    wants('<');
    const name = take(NAME);
    if (!name) throw new XmlInvalid('a name is missing');
    const attributes = attributesOf();
    if (source.startsWith('/>', pos)) {
      pos += 2;
      return { name, attributes, children: [] };
    }
    wants('>');
    const children: (XmlNode | string)[] = [];
    for (;;) {
      const end = source.indexOf('<', pos);
      if (end < 0) throw new XmlInvalid('no end');
      if (end > pos) children.push(meant(source.slice(pos, end)));
      pos = end;
      if (source.startsWith('</', pos)) break;
      if (source.startsWith('<![CDATA[', pos)) {
        pos += 9;
        children.push(upTo(']]>'));
      } else if (!skip()) children.push(element(depth + 1));
    }
    wants('</');
    wants(name);
    take(SPACE);
    wants('>');
    return { name, attributes, children };
  }
  around();
  if (source.startsWith('<!', pos)) throw new XmlInvalid('document type');
  const root = element(0);
  around();
  if (pos < source.length) throw new XmlInvalid('more than one');
  return root;
}
