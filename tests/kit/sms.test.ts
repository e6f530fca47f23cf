import { smsSize, unaccented } from '@lobby/shared/kit/sms.ts';
import { describe, expect, it } from 'vitest';

describe('a short message', () => {
  it('is counted in places of seven bits or of sixteen', () => {
    expect(smsSize('a'.repeat(160))).toEqual({ encoding: 'GSM7', length: 160, segments: 1 });
    expect(smsSize('a'.repeat(161))).toMatchObject({ segments: 2 });
    expect(smsSize('a'.repeat(307))).toMatchObject({ segments: 3 });
    expect(smsSize('€'.repeat(80))).toMatchObject({ encoding: 'GSM7', length: 160, segments: 1 });
    // A character of two septets is not split.
    expect(smsSize(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toMatchObject({ length: 306, segments: 3 });
    expect(smsSize('ệ'.repeat(70))).toEqual({ encoding: 'UCS2', length: 70, segments: 1 });
    expect(smsSize('ệ'.repeat(71))).toMatchObject({ segments: 2 });
    expect(smsSize('👍'.repeat(35))).toMatchObject({ encoding: 'UCS2', length: 70, segments: 1 });
    expect(unaccented('Đặng Thuỳ ở tầng 3')).toBe('Dang Thuy o tang 3');
  });
});
