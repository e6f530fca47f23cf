import type { Room } from '@lobby/shared/modules/room.ts';

/**
 * Conversation of a resident (`-`) and the management (`+`), with internal notes (`#`). `{c}`, `{C}`, `{ten}` as in
 * dialogues.
 */
export interface Chat {
  roomType: Room['roomType'];
  title: string;
  lines: readonly string[];
}

export const CHATS: readonly Chat[] = [
  {
    roomType: 'ACCOUNTING',
    title: 'Phí quản lý tháng này',
    lines: [
      '- Em ơi cho {c} hỏi phí quản lý tháng này sao cao hơn tháng trước?',
      '+ Dạ em chào {c} {ten}, tháng này có thêm phí gửi xe máy thứ hai đăng ký từ ngày 5 ạ.',
      '- À đúng rồi, {c} quên mất. Thế đóng qua chuyển khoản được không em?',
      '+ Dạ được ạ, số tài khoản ở cuối thông báo phí, {c} ghi mã căn {unit} giúp em nhé.',
      '# Nhắc kế toán gửi kèm mã QR từ tháng sau.',
      '- {C} chuyển rồi nhé.',
      '+ Dạ em thấy rồi, cảm ơn {c} ạ.',
    ],
  },
  {
    roomType: 'MANAGEMENT',
    title: 'Mượn phòng sinh hoạt cộng đồng',
    lines: [
      '- Cho {c} hỏi cuối tuần này phòng sinh hoạt cộng đồng còn trống không?',
      '+ Dạ chiều Chủ nhật còn trống từ 14 giờ ạ, {c} dự kiến bao nhiêu người?',
      '- Khoảng hai chục người, sinh nhật cháu.',
      '+ Dạ em giữ chỗ cho {c} rồi, {c} nhận chìa khoá ở quầy lễ tân trước 15 phút nhé.',
    ],
  },
  {
    roomType: 'SECURITY',
    title: 'Người lạ ở hành lang',
    lines: [
      '- Tối qua có người lạ đi gõ cửa từng nhà tầng {floor} em ạ.',
      '+ Dạ em báo bảo vệ kiểm tra camera ngay. {C} nhớ khoảng mấy giờ không ạ?',
      '- Tầm 20 giờ 15.',
      '# Camera: nhân viên giao báo, đã nhắc đơn vị phát hành.',
      '+ Dạ bảo vệ xem lại rồi, là người giao báo vào nhầm giờ. Bên em đã nhắc họ, {c} yên tâm ạ.',
    ],
  },
  {
    roomType: 'MANAGEMENT',
    title: 'Lịch bể bơi',
    lines: [
      '- Bể bơi mùa này mở đến mấy giờ vậy em?',
      '+ Dạ từ 6 đến 21 giờ, riêng thứ Hai nghỉ vệ sinh ạ.',
      '- Cảm ơn em.',
    ],
  },
  {
    roomType: 'MANAGEMENT',
    title: 'Tiếng ồn thi công',
    lines: [
      '- Nhà trên khoan từ 7 giờ sáng, ồn không chịu được.',
      '+ Dạ em xin lỗi {c}, giờ thi công được phép là từ 8 giờ 30. Em lên nhắc ngay ạ.',
      '- Hôm nay vẫn khoan sớm đấy em.',
      '# Lập biên bản lần hai, báo trưởng ban.',
      '+ Dạ bên em đã lập biên bản và tạm dừng thi công đến chiều mai ạ.',
      '- Thế thì được, cảm ơn em.',
    ],
  },
  {
    roomType: 'TECHNICAL',
    title: 'Hẹn sửa vòi nước',
    lines: [
      '- Vòi bếp nhà {c} rỉ nước, kỹ thuật có rảnh sáng mai không?',
      '+ Dạ sáng mai 9 giờ kỹ thuật qua được ạ, {c} có ở nhà không?',
      '- Có em nhé.',
    ],
  },
];
