import type { Random } from './random.ts';

export type Gender = 'male' | 'female';

const weighted = (list: string): (readonly [string, number])[] =>
  list.split(', ').map(word => {
    const at = word.lastIndexOf(' ');
    return [word.slice(0, at), Number(word.slice(at + 1))];
  });

/** Family names with their share in per cent. */
const FAMILIES = weighted(
  'Nguyễn 36, Trần 11, Lê 9.5, Phạm 7, Hoàng 4.5, Phan 4.5, Vũ 4, Đặng 2.5, Bùi 2.5, Huỳnh 2, Đỗ 2, Võ 1.5, Hồ 1.3, Ngô 1.3, ' +
    'Dương 1, Đinh 1, Trịnh 1, Mai 0.8, Lương 0.8, Đào 0.8, Cao 0.6, Lý 0.5, Tạ 0.5, Hà 0.5, Tô 0.4, Chu 0.4, Kiều 0.3, Lưu 0.3',
);

const MIDDLES = {
  male: weighted(
    'Văn 14, Đức 7, Minh 7, Quốc 6, Hữu 5, Xuân 4, Thanh 5, Công 4, Đình 4, Anh 3, Gia 3, Hoàng 4, Ngọc 3, Quang 5, Trọng 3, ' +
      'Mạnh 3, Duy 4, Bảo 2, Tiến 2, Hải 2, Tuấn 3, Việt 2',
  ),
  female: weighted(
    'Thị 16, Thị Bích 2, Thị Hồng 3, Thị Thu 4, Thị Thanh 4, Thị Kim 3, Thị Ngọc 3, Thị Mỹ 2, Ngọc 6, Thu 6, Thanh 5, Minh 4, ' +
      'Phương 5, Hồng 4, Kim 3, Thuỳ 4, Hoài 3, Khánh 3, Quỳnh 2, Diệu 2, Bảo 2, Hà 2, Mai 2, Tường 1, Cẩm 1',
  ),
};

const GIVEN = {
  male: (
    'Anh An Bách Bình Cường Chiến Dũng Đạt Đăng Đức Giang Hải Hào Hiếu Hoà Hoàng Hùng Hưng Huy Khánh Khoa Khôi Kiên Lâm Long Lộc ' +
    'Lợi Minh Nam Nghĩa Nhật Phong Phú Phúc Phước Quân Quang Quý Sơn Tài Tâm Tân Thái Thành Thắng Thịnh Thuận Tiến Toàn Trí Trung ' +
    'Trường Tú Tuấn Tùng Việt Vinh Vũ'
  ).split(' '),
  female: (
    'An Anh Ánh Chi Châu Diễm Dung Duyên Dương Giang Hà Hạnh Hằng Hiền Hoa Hương Hường Huyền Khánh Lan Lê Liên Linh Loan Ly Mai My ' +
    'Nga Ngân Ngọc Nguyệt Nhi Nhung Như Oanh Phương Quyên Quỳnh Tâm Thảo Thoa Thơm Thuý Thuỷ Thư Trang Trâm Trinh Tuyết Uyên Vân Vy Yến'
  ).split(' '),
};

/** A family name by its frequency in Vietnam. */
export function familyName(random: Random): string {
  return random.weighted(FAMILIES);
}

/** Full name in Vietnamese order; children get the family name passed in. */
export function fullName(random: Random, gender: Gender, family = familyName(random)): string {
  const middle = random.weighted(MIDDLES[gender]);
  let name = random.pick(GIVEN[gender]);
  // Avoids repetitions such as "Ngọc Ngọc".
  while (middle.endsWith(name) || family === name) name = random.pick(GIVEN[gender]);
  return `${family} ${middle} ${name}`;
}

/** Given name: the last word of a Vietnamese name. */
export function givenName(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1);
}

/** The nth phone number. The mobile prefix 095 belongs to no operator, so that no real person is ever called. */
export function phoneOf(n: number): string {
  // The factor is coprime to 10,000,000, so that no number repeats.
  const tail = (n * 7_919_303 + 1_234_567) % 10_000_000;
  return `+8495${String(tail).padStart(7, '0')}`;
}
