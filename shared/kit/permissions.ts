/** All fourteen actions of the specification (domain.md, Actions). */
export const FLAGS = [
  'read',
  'write',
  'delete',
  'export',
  'approve',
  'aggregate',
  'readDetail',
  'updateStatus',
  'updateInfo',
  'readEncrypted',
  'exportEncrypted',
  'transfer',
  'deduct',
  'sync',
] as const;

export type Flag = (typeof FLAGS)[number];

/** Permissions in one project. A missing module has no flags. */
export type Permissions = Partial<Record<string, readonly Flag[]>>;

/** Whether the flag is held on the module; `all` belongs to the Admin position. */
export function holds(permissions: Permissions, module: string, flag: Flag): boolean {
  // hasOwn, since a module name from outside may be that of an inherited property.
  return Object.hasOwn(permissions, module) && (permissions[module]?.includes(flag) ?? false);
}

/** Whether flags give sight of a module's records: read, or the right to see personal values (rules.md 6). */
export const sees = (flags: readonly Flag[]): boolean => flags.includes('read') || flags.includes('readEncrypted');

/** Whether flags, of those a module declares, would allow acts on records without seeing them. */
export const actsBlindly = (declared: readonly Flag[], flags: readonly Flag[]): boolean =>
  flags.length > 0 && declared.includes('read') && !sees(flags);

/** Flags that change nothing, available in a read-only project. */
export const READING: readonly Flag[] = ['read', 'readDetail', 'export', 'exportEncrypted', 'aggregate'];
