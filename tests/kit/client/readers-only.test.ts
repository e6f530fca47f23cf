import type { Definition } from '@lobby/shared/kit/definition.ts';
import { REGISTRY } from '@lobby/shared/modules/registry.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { provideDefinitions } from '../../../client/kit/records/definitions.ts';
import { bringPermissions, forgetPermissions } from '../../../client/kit/session/permissions.ts';
import { scopeAtom } from '../../../client/kit/session/session.ts';
import { useNamed } from '../../../client/kit/ui/list/useNamed.ts';
import { renderHook } from './render-hook.ts';

it('a list has no column of names that its reader may not see, and otherwise all of its definition', async () => {
  provideDefinitions(REGISTRY);
  store.set(scopeAtom, { projectId: 'p' });
  bringPermissions('p', { UNIT: ['read'], HELP_DESK: ['read'] });
  const whole: Definition = unit;
  const page = await renderHook(useNamed, whole);
  expect(page.at.list.columns).toEqual(unit.list.columns.filter(name => name !== 'householderId'));
  // Requests name their resident to all who read them.
  await page.with(ticket);
  expect(page.at).toBe(ticket);
  forgetPermissions();
  bringPermissions('p', { UNIT: ['read'], MEMBER: ['read'] });
  await page.with(unit);
  expect(page.at).toBe(unit);
  page.close();
});
