import { codeFrom, iconFrom } from '@lobby/client/modules/utility/form/proposals.ts';
import { expect, it } from 'vitest';

it.each([
  ['Sân tennis', 'SAN-TENNIS', 'tennis'],
  ['  Hồ bơi & gym ', 'HO-BOI-GYM', 'gym'],
  ['Phòng sinh hoạt cộng đồng', 'PHONG-SINH-HOAT-CONG', 'meeting'],
  ['Đồ', 'DO', 'other'],
  ['', '', 'other'],
])('%s is proposed as %s', (name, code, icon) => {
  expect([codeFrom(name), iconFrom(name)]).toEqual([code, icon]);
});
