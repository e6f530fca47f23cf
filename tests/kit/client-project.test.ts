import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { forgetProjects, loadProject, projectAtom, useFeature } from '../../client/kit/project.ts';
import { readerOf, scopeAtom } from '../../client/kit/session.ts';
import { store } from '../../client/kit/store.ts';
import { transport } from '../../client/kit/token.ts';

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
