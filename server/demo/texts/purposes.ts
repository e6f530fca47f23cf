/** Purposes of visits. */
export const PURPOSES = [
  'Thăm gia đình',
  'Giao hàng nội thất',
  'Sửa máy lạnh',
  'Dạy kèm',
  'Xem nhà',
  'Họp mặt cuối tuần',
  'Lắp mạng Internet',
  'Dọn nhà theo giờ',
  'Chăm người già',
  'Sinh nhật',
];
