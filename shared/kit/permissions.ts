/** All fourteen actions that the specification lists (domain.md, Actions). */
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

/** What somebody may do in one project: an absent module means all flags false. */
export type Permissions = Partial<Record<string, readonly Flag[]>>;

/** Whether the flag is held on the module; `all` is the Admin position's. */
export function holds(permissions: Permissions, module: string, flag: Flag): boolean {
  // Its own: a module may be asked for by a name that every object has.
  return Object.hasOwn(permissions, module) && (permissions[module]?.includes(flag) ?? false);
}

/** Whether these flags let somebody see a module's records: by read, or since they may be shown what is personal of them (rules.md 6). */
export const sees = (flags: readonly Flag[]): boolean => flags.includes('read') || flags.includes('readEncrypted');

/** Whether somebody with these flags, of those that a module declares, might act on its records without seeing them. */
export const actsBlindly = (declared: readonly Flag[], flags: readonly Flag[]): boolean =>
  flags.length > 0 && declared.includes('read') && !sees(flags);

/** The flags that change nothing: what is left where a project can only be read. */
export const READING: readonly Flag[] = ['read', 'readDetail', 'export', 'exportEncrypted', 'aggregate'];
