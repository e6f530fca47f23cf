import { expect, it } from 'vitest';
import { ApiError } from '../../../client/kit/http/api.ts';
import { useSubmit } from '../../../client/kit/ui/controls/useSubmit.ts';
import { useTabWithWork } from '../../../client/kit/ui/useTabWithWork.ts';
import { renderHook, settle } from './render-hook.ts';

const refusal = (fields: ApiError['fields']) => new ApiError(400, 'VALIDATION_FAILED', 'Not so', { fields }, 'r');

it('what was said of a field goes once the field says something else, what was said of others stays', async () => {
  const hook = await renderHook(useSubmit, { payerName: '', content: 'x' });
  await hook.at.run(() => {
    throw refusal({ payerName: { code: 'REQUIRED' }, content: { code: 'TOO_SHORT' } });
  });
  await settle();
  expect(Object.keys(hook.at.faults)).toEqual(['payerName', 'content']);
  await hook.with({ payerName: 'Mai', content: 'x' });
  expect(Object.keys(hook.at.faults)).toEqual(['content']);
  await hook.with({ payerName: 'Mai', content: 'xy' });
  expect([hook.at.faults, hook.at.error]).toEqual([{}, '']);
  hook.close();
});

it('what is wrong with no field in particular stays until the next time', async () => {
  const hook = await renderHook(useSubmit, { content: 'x' });
  await hook.at.run(() => {
    throw refusal({});
  });
  await hook.with({ content: 'xy' });
  expect(hook.at.error).toBe('Not so');
  hook.close();
});

it('a screen begins with the tab that has work, and stays there', async () => {
  const hook = await renderHook(useTabWithWork<'late' | 'soon' | 'all'>, undefined, ['late', 'soon'], 'all');
  expect(hook.at).toBeNull();
  await hook.with({ late: 0, soon: 2, all: 9 }, ['late', 'soon'], 'all');
  expect(hook.at).toBe('soon');
  await hook.with({ late: 1, soon: 2, all: 9 }, ['late', 'soon'], 'all');
  expect(hook.at).toBe('soon');
  hook.close();
  const idle = await renderHook(useTabWithWork<'late' | 'all'>, { late: 0, all: 9 }, ['late'], 'all');
  expect(idle.at).toBe('all');
  idle.close();
});
