import { expect, it } from 'vitest';
import { isWarnedOf } from '../../../client/modules/visitor/watch/warned.ts';

const visit = (status: 'WAITING' | 'APPROVED' | 'RECEIVED' | 'IN_PROGRESS' | 'COMPLETED', watched = true) => ({
  id: 'v1',
  status,
  watched,
});

it('a guest on the watch list is warned of until inside, in the row, the drawer and before the act alike', () => {
  expect((['WAITING', 'APPROVED', 'RECEIVED'] as const).map(status => isWarnedOf(visit(status)))).toEqual([
    true,
    true,
    true,
  ]);
  const others = [visit('IN_PROGRESS'), visit('COMPLETED'), visit('APPROVED', false)];
  expect(others.map(isWarnedOf)).toEqual([false, false, false]);
});
