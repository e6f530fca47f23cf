/** Messages of residents before the first reply. */
export const NUDGES = [
  'Ban quản lý kiểm tra giúp {c} với ạ.',
  'Có ai tiếp nhận yêu cầu này chưa ạ?',
  'Đến giờ vẫn chưa thấy ai lên xem, mong BQL phản hồi.',
  '{C} bổ sung: tình trạng vẫn như cũ, chưa đỡ chút nào.',
  'Nhà {c} có người ở nhà cả buổi chiều, các bạn lên lúc nào cũng được.',
  'Các nhà khác cùng tầng cũng bị, không riêng nhà {c}.',
] as const;

/** Answers of residents to a question or an update. */
export const ANSWERS = {
  question: [
    'Dạ được, nhà mình có người cả buổi, các bạn lên lúc nào cũng được.',
    'Được nhé, trước khi lên gọi chuông giúp mình.',
    'Mình ở nhà sau 18h, các bạn sắp giúp giờ đó.',
    'Bị từ hôm qua đến giờ, mình chưa động vào gì cả.',
    'Vâng, mình kiểm tra lại rồi báo ngay.',
  ],
  news: [
    'Cảm ơn các bạn, mình chờ tin.',
    'Ok, cảm ơn em.',
    'Vâng, xử lý sớm giúp nhà mình nhé.',
    'Mình vừa xem lại thì vẫn chưa hết, nhờ các bạn để ý thêm.',
    'Tốt quá, cảm ơn ban quản lý.',
  ],
} as const;

/** Questions of staff while a ticket is waiting. */
export const ASKS = [
  'Dạ em đã nhận được thông tin, {c} chụp giúp em một tấm hình để kỹ thuật chuẩn bị vật tư nhé.',
  'Em chào {c} {ten}, {c} cho em xin khung giờ có người ở nhà để em xếp lịch ạ.',
  'Dạ tình trạng này xảy ra từ khi nào ạ? Em hỏi để chuyển đúng bộ phận.',
] as const;

/** Internal notes of staff before an answer. */
export const NOTES = [
  'Đã gọi điện cho cư dân, chưa nghe máy. Chiều gọi lại.',
  'Trùng với phản ánh hôm qua của căn cùng tầng, gộp xử lý.',
  'Chờ kỹ thuật ca chiều xác nhận lịch.',
  'Kiểm tra hồ sơ căn hộ trước khi duyệt giúp mình.',
  'Nhà này khó tính, trả lời cẩn thận và có hẹn giờ cụ thể nhé.',
  'Đã báo nhà thầu, chờ báo giá.',
] as const;

/** Comments of ratings, by stars. */
export const RATING_WORDS: Record<1 | 2 | 3 | 4 | 5, readonly string[]> = {
  5: [
    'Xử lý nhanh, nhân viên nhiệt tình. Cảm ơn BQL.',
    'Rất hài lòng, gọi là có mặt ngay.',
    'Kỹ thuật làm sạch sẽ, dọn dẹp cẩn thận sau khi sửa.',
    'Tốt, cảm ơn các bạn CSKH.',
    'Các em trả lời lịch sự, xử lý đúng hẹn.',
  ],
  4: [
    'Ổn, chỉ hơi lâu một chút.',
    'Xử lý được nhưng phải nhắc một lần.',
    'Khá tốt.',
    'Nhân viên thân thiện, cần báo giờ lên trước.',
  ],
  3: ['Tạm được, mong lần sau nhanh hơn.', 'Xử lý xong nhưng không ai báo lại.', 'Bình thường.'],
  2: ['Chờ lâu quá, phải gọi hotline hai lần.', 'Sửa xong vài hôm lại bị lại.'],
  1: ['Không hài lòng, báo hoàn thành mà chưa thấy ai lên.', 'Quá chậm, hẹn rồi không đến.'],
};

/** Reasons for rejecting a ticket. */
export const REFUSALS = [
  'Trùng với yêu cầu đã tiếp nhận trước đó của căn hộ.',
  'Hạng mục nằm trong căn hộ và đã hết bảo hành, anh/chị vui lòng liên hệ thợ bên ngoài.',
  'Nội dung không thuộc phạm vi quản lý của ban quản lý toà nhà.',
  'Thông tin chưa rõ, anh/chị vui lòng gửi lại kèm hình ảnh.',
] as const;
