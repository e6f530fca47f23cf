import { byName, isSortedByName, namedSorts, sortKey } from '@lobby/shared/kit/collation.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { describe, expect, it } from 'vitest';

const SURNAMES =
  'Bùi Cao Dương Đào Đặng Đinh Đỗ Hà Hồ Hoàng Huỳnh Lê Lý Mai Ngô Nguyễn Phạm Phan Tạ Tô Trần Trịnh Võ Vũ Ý'.split(' ');
const GIVEN =
  'Ái An Anh Ánh Ảnh Ân Ẩn Ăn Bảo Bào Đức Dức Duc Em Êm Hoà Hòa Hoa Oanh Ôn Ơn Thu Thù Thủ Thư Thử Uyên Ưng Yến'.split(
    ' ',
  );
const NAMES = SURNAMES.flatMap(surname => GIVEN.map(given => `${surname} ${given}`));

describe('names in their order', () => {
  it.each([
    ['Đ after D and before E', ['Dũng', 'Dy', 'Đào', 'Đỗ', 'Em']],
    ['Tạ before Trịnh', ['Tạ', 'Tô', 'Trần', 'Trịnh', 'Vũ']],
    [
      'ă and â after a, ê after e, ô and ơ after o, ư after u',
      ['a', 'ă', 'â', 'b', 'e', 'ê', 'o', 'ô', 'ơ', 'u', 'ư', 'v'],
    ],
    ['tones where the letters are alike', ['ma', 'mà', 'mả', 'mã', 'má', 'mạ', 'mai']],
    ['words before longer words', ['An', 'An Bình', 'Anh']],
    ['9 before 10, also behind letters', ['Tầng 9', 'Tầng 10', 'Tầng 10A', 'Tầng 100']],
    ['signs, then numbers, then letters', ['(trống)', '2 Tháng 9', 'Ánh', '東']],
  ])('%s', (_, names) => {
    expect(names.toReversed().sort(byName)).toEqual(names);
  });

  it('are those of Vietnamese dictionaries', () => {
    const { compare } = new Intl.Collator('vi', { numeric: true });
    expect(NAMES.toSorted(byName)).toEqual(NAMES.toSorted(compare));
  });

  it('do not mind case, nor how letters are put together', () => {
    expect(sortKey('ĐẶNG')).toBe(sortKey('đặng'));
    expect(sortKey('Đặng'.normalize('NFD'))).toBe(sortKey('Đặng'.normalize('NFC')));
    expect(byName('007', '7')).toBe(0);
  });
});

it('the order applies to names and unit codes, not to other codes and days', () => {
  expect([namedSorts(employee), namedSorts(unit), namedSorts(resident)]).toEqual([['name'], ['code'], ['sortName']]);
  expect(isSortedByName(employee, 'startedOn')).toBe(false);
});
