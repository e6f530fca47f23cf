import { SyntaxKind } from 'typescript/unstable/ast';
import { API, type Checker, type Symbol as Member, type Type } from 'typescript/unstable/sync';

/** What the walk reads of a node of the syntax tree. */
interface Node {
  kind: SyntaxKind;
  name?: { text?: string };
  initializer?: Node;
  properties?: readonly Node[];
  getStart: (file: Node) => number;
  forEachChild: (visit: (child: Node) => void) => void;
}

type Finding = { path: string; line: number; name: string };

/** Fields that every stored document has beside those of its definition, and the names of its keys. */
const STORED = [
  '_id',
  'projectId',
  'version',
  'status',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
  'deletedAt',
  'deletedBy',
  'keys',
  'sorted',
  'shownAt',
  'blind',
  'uniq',
];

/**
 * Names in object literals that the type expected there does not have. The compiler itself refuses such a name in a variable or an
 * argument, but not in what a function returns, and a `Change` takes any. Reads all files of a TypeScript project whose path begins with one of
 * `within`.
 */
export function findUnknownNames(config: string, root: string, within: readonly string[]): Finding[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (!project) throw new Error(`no project ${config}`);
    const found: Finding[] = [];
    const names = namesBy(project.checker);
    for (const path of project.program.getSourceFileNames()) {
      const own = path.slice(root.length + 1);
      if (!within.some(part => own.startsWith(part))) continue;
      const file = project.program.getSourceFile(path);
      if (!file) throw new Error(`no file ${path}`);
      const visit = (node: Node): void => {
        if (node.kind === SyntaxKind.ObjectLiteralExpression)
          for (const { at, name } of [...names.unexpected(node), ...names.misnamed(node)])
            found.push({ path: own, line: lineOf(file.text, at.getStart(file as unknown as Node)), name });
        node.forEachChild(visit);
      };
      visit(file as unknown as Node);
    }
    return found;
  } finally {
    api.close();
  }
}

/** Whether a name is expected; `uniq.code` is the unique key of the field `code`. */
const holds = (expected: ReadonlySet<string>, name: string): boolean => expected.has(name.replace(/^uniq\./, ''));

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

function namesBy(checker: Checker) {
  const known = new Map<number, ReadonlySet<string> | null>();

  /** Names of a type's properties; null where others may stand beside them. */
  function closed(type: Type): ReadonlySet<string> | null {
    const had = known.get(type.id);
    if (had !== undefined) return had;
    known.set(type.id, null);
    const all = read(type);
    known.set(type.id, all);
    return all;
  }

  function read(type: Type): ReadonlySet<string> | null {
    if (type.isUnionType()) {
      const all = new Set<string>();
      for (const one of type.getTypes() ?? []) {
        if (one.isLiteralType() || (one.isIntrinsicType() && ['null', 'undefined'].includes(one.intrinsicName)))
          continue;
        const own = closed(one);
        if (!own) return null;
        for (const name of own) all.add(name);
      }
      return all;
    }
    const isClosed = type.isIntersectionType()
      ? (type.getTypes() ?? []).every(one => one.isObjectType() || closed(one))
      : type.isObjectType();
    const own = isClosed ? checker.getPropertiesOfType(type) : [];
    if (own.length === 0 || checker.getIndexInfosOfType(type).length > 0) return null;
    return new Set(own.map(({ name }) => name));
  }

  /** Names of an expression's type, also where others may stand beside them. */
  function listed(type: Type | undefined): string[] {
    if (!type) return [];
    if (type.isUnionType()) return (type.getTypes() ?? []).flatMap(listed);
    if (!type.isObjectType() && !type.isIntersectionType()) return [];
    return checker.getPropertiesOfType(type).map(({ name }) => name);
  }

  const typeIn = (type: Type | undefined, name: string): Type | undefined => {
    const member = type && checker.getPropertyOfType(type, name);
    return member && checker.getTypeOfSymbol(member);
  };
  const propertyOf = (node: Node | undefined, name: string): Node | undefined =>
    node?.properties?.find(property => property.name?.text === name);
  function typeOf(property: Node): Type | undefined {
    if (property.initializer) return checker.getTypeAtLocation(property.initializer as never);
    const value: Member | undefined = checker.getShorthandAssignmentValueSymbol(property as never);
    return value && checker.getTypeOfSymbol(value);
  }

  return {
    /** Properties of a literal that its contextual type does not have. */
    unexpected(node: Node): { at: Node; name: string }[] {
      const type = (node.properties?.length ?? 0) > 0 ? checker.getContextualType(node as never) : undefined;
      const expected = type && closed(type);
      if (!expected) return [];
      return (node.properties ?? []).flatMap(at => {
        const name = at.name?.text;
        return name === undefined || holds(expected, name) ? [] : [{ at, name }];
      });
    },

    /** Names in a `Change` (`{ definition, insert }`, `{ definition, update: { set, inc, while } }`) that are no fields of its definition. */
    misnamed(node: Node): { at: Node; name: string }[] {
      const definition = propertyOf(node, 'definition');
      const change = propertyOf(node, 'insert') ?? propertyOf(node, 'update');
      if (!definition || !change) return [];
      const of = typeOf(definition);
      const fields = of?.isUnionType() ? undefined : typeIn(of, 'fields');
      const own = fields && closed(fields);
      if (!own) return [];
      const expected = new Set([...own, ...STORED, ...columnsOf(typeIn(of, 'columns'))]);
      const parts =
        change.name?.text === 'insert'
          ? [change]
          : ['set', 'inc', 'while'].flatMap(name => propertyOf(change.initializer, name) ?? []);
      return parts.flatMap(at => listed(typeOf(at)).flatMap(name => (holds(expected, name) ? [] : [{ at, name }])));
    },
  };

  /** Texts of the type `readonly ['a', 'b']`. */
  function columnsOf(type: Type | undefined): string[] {
    if (!type?.isTypeReference()) return [];
    return checker.getTypeArguments(type).flatMap(one => (one.isStringLiteralType() ? [String(one.value)] : []));
  }
}
