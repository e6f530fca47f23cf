import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { can, forgetPermissions, loadPermissions, permissionsAtom } from '../../../client/kit/session/permissions.ts';
import { forgetProjects, loadProject, projectAtom, useFeature } from '../../../client/kit/session/project.ts';
import { readerOf, scopeAtom } from '../../../client/kit/session/session.ts';

const project = { id: 'p1', name: 'Alpha', timeZone: 'Asia/Tokyo', serviceEndsOn: '2027-01-31' };
const answers: Record<string, unknown> = {
  '/api/unit-group/p1': project,
  '/api/module/config': { PARTIAL_DEPOSIT_REFUND: true },
};
const asked = vi.spyOn(transport, 'fetch').mockImplementation(async url => {
  const data = answers[url];
  const status = data ? 200 : 404;
  return new Response(JSON.stringify({ code: 'SUCCESS', data }), { status });
});
const Shown = () => createElement('p', null, useFeature('PARTIAL_DEPOSIT_REFUND') ? 'on' : 'off');
const shown = () => renderToString(createElement(Shown));

afterEach(() => {
  forgetProjects();
  transport.whiteLabel = '';
});

it('reads a project: its features for the screens, its time zone for days and filters', async () => {
  store.set(scopeAtom, { projectId: 'p1' });
  expect(shown()).toContain('off');
  await loadProject('p1');
  expect(store.get(projectAtom('p1'))).toEqual(project);
  expect(shown()).toContain('on');
  expect(readerOf({ projectId: 'p1' }).timeZone).toBe('Asia/Tokyo');
  forgetProjects();
  expect(shown()).toContain('off');
});

it('names the white label of the page in every call', async () => {
  transport.whiteLabel = 'banmai';
  await loadProject('p1');
  const headers = asked.mock.calls.map(([, init]) => new Headers(init.headers).get('X-White-Label'));
  expect(headers.at(-1)).toBe('banmai');
});

it('keeps what it knows when the server cannot be reached', async () => {
  store.set(scopeAtom, { projectId: 'p1' });
  await loadProject('p1');
  asked.mockRejectedValue(new TypeError('away'));
  await loadProject('p1');
  expect(store.get(projectAtom('p1'))).toEqual(project);
});

it('leaves of permissions what reads once the subscription has ended', async () => {
  const rows = [
    { code: 'HELP_DESK', read: true, write: true, export: true },
    { code: 'UNIT_GROUP', read: true, write: true },
  ];
  asked.mockImplementation(async url => {
    const data = url === '/api/module' ? rows : { ...project, serviceEndsOn: '2020-01-31' };
    return new Response(JSON.stringify({ code: 'SUCCESS', data }), { status: 200 });
  });
  await loadPermissions('p1');
  expect(can('p1', 'HELP_DESK', 'write')).toBe(true);
  await loadProject('p1');
  expect(store.get(permissionsAtom('p1'))).toEqual({ HELP_DESK: ['read', 'export'], UNIT_GROUP: ['read', 'write'] });
  forgetPermissions();
  expect(store.get(permissionsAtom('p1'))).toBeNull();
});
