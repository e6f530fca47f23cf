import { expect, it } from 'vitest';
import { type Granted, mergeGrants, toggleFlag } from '../../client/modules/staff/permissions/grants.ts';

const press = (granted: Granted, ...cells: [string, 'read' | 'write' | 'approve' | 'readEncrypted'][]) =>
  mergeGrants(
    granted,
    cells.reduce((draft, [code, flag]) => toggleFlag(granted, draft, code, flag), {}),
  );

it('gives the right to see with any other right of a module', () => {
  expect(press({}, ['HELP_DESK', 'write']).HELP_DESK).toEqual(['read', 'write']);
  expect(press({ UNIT: ['read'] }, ['UNIT', 'write']).UNIT).toEqual(['read', 'write']);
  expect(press({}, ['MEMBER', 'readEncrypted']).MEMBER).toEqual(['readEncrypted']);
  expect(press({}, ['MEMBER', 'readEncrypted'], ['MEMBER', 'write']).MEMBER).toEqual(['write', 'readEncrypted']);
});

it('takes the others away with the right to see', () => {
  expect(press({ HELP_DESK: ['read', 'write', 'approve'] }, ['HELP_DESK', 'read']).HELP_DESK).toEqual([]);
  expect(press({ MEMBER: ['read', 'write', 'readEncrypted'] }, ['MEMBER', 'read']).MEMBER).toEqual([
    'write',
    'readEncrypted',
  ]);
  expect(press({ HELP_DESK: ['read', 'write'] }, ['HELP_DESK', 'write']).HELP_DESK).toEqual(['read']);
});
