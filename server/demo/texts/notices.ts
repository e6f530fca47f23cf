import type { News } from '@lobby/shared/modules/news.ts';

/** `block`: for the people of one block, where there is one. */
export const ANNOUNCEMENTS: readonly { title: string; content: string; block?: string }[] = [
  {
    title: 'Lịch trực Tết Nguyên đán',
    content:
      'Ban quản lý trực 24/24 trong dịp Tết. Hotline vẫn hoạt động; các yêu cầu không khẩn sẽ được xử lý từ mùng 6.',
  },
  {
    title: 'Vệ sinh bể nước tháng 2',
    content: 'Ngày 24/02, từ 8:00 đến 12:00, tạm ngừng cấp nước block A và B để vệ sinh bể. Xin trữ nước trước.',
  },
  {
    title: 'Thay lịch thu gom rác',
    content: 'Từ 01/03, rác được thu gom lúc 6:30 và 19:30 hằng ngày. Xin để rác đúng giờ tại phòng rác mỗi tầng.',
  },
  {
    title: 'Phun thuốc diệt côn trùng',
    content: 'Sáng thứ Bảy sẽ phun thuốc tại hành lang, hầm xe và khuôn viên. Xin đóng cửa căn hộ trong lúc phun.',
  },
  {
    title: 'Bảo trì thang máy block C',
    block: 'C',
    content: 'Thang C2 dừng từ 9:00 đến 16:00 ngày 18/04 để thay cáp. Thang C1 vẫn hoạt động.',
  },
  {
    title: 'Kiểm tra hệ thống báo cháy',
    content: 'Còi báo cháy sẽ kêu thử từ 14:00 đến 15:00 thứ Năm. Đây là kiểm tra, xin không hoảng hốt.',
  },
  {
    title: 'Mở lại hồ bơi mùa hè',
    content: 'Hồ bơi mở từ 01/05, 6:00 đến 21:00. Trẻ dưới 12 tuổi cần người lớn đi kèm.',
  },
  {
    title: 'Cắt điện để nâng cấp trạm biến áp',
    content: 'Điện lực cắt điện từ 7:00 đến 11:00 ngày 20/06. Máy phát cấp cho thang máy, hành lang và bơm nước.',
  },
  {
    title: 'Diễn tập chữa cháy',
    content:
      'Diễn tập thoát nạn lúc 9:00 Chủ nhật. Mỗi căn hộ cử ít nhất một người tham gia, tập trung tại sân trung tâm.',
  },
  {
    title: 'Trung thu cho các cháu',
    content: 'Đêm hội trăng rằm lúc 18:30 tại sân trung tâm: múa lân, phá cỗ, quà cho các cháu đã đăng ký.',
  },
  {
    title: 'Sơn lại vạch hầm xe B1',
    content: 'Hầm B1 chia hai đợt sơn vạch, ngày 12 và 13/10. Xin chuyển xe sang khu vực được hướng dẫn.',
  },
  {
    title: 'Thông báo phí quản lý tháng 11',
    content:
      'Thông báo phí tháng 11 đã có trên ứng dụng. Hạn nộp 15/11. Xin xem chi tiết từng khoản trước khi thanh toán.',
  },
  {
    title: 'Tạm ngừng cấp nước block B',
    block: 'B',
    content: 'Ngày kia từ 13:00 đến 17:00 sẽ sửa van tổng block B. Xin trữ nước trước khi ra khỏi nhà.',
  },
  {
    title: 'Quy định mới về nuôi thú cưng',
    content: 'Thú cưng cần rọ mõm và dây dắt tại khu vực chung, đi thang hàng. Quy định áp dụng từ đầu tháng sau.',
  },
];

export const NEWS: readonly { title: string; summary: string; content: string; category: News['category'] }[] = [
  {
    title: 'Khai trương phòng sinh hoạt cộng đồng',
    summary: 'Phòng 120 chỗ ở tầng 2 đã sẵn sàng cho hội họp và lớp học.',
    content:
      'Phòng sinh hoạt cộng đồng tầng 2 mở cửa từ tuần này. Phòng có máy chiếu, loa và bếp nhỏ. Cư dân đặt lịch trước ít nhất hai ngày.',
    category: 'NEWS',
  },
  {
    title: 'Hướng dẫn phân loại rác tại nguồn',
    summary: 'Ba loại rác, ba màu túi, bắt đầu từ tháng sau.',
    content:
      'Rác hữu cơ dùng túi xanh, rác tái chế dùng túi trắng, rác còn lại dùng túi đen. Phòng rác mỗi tầng có thùng tương ứng.',
    category: 'GUIDE',
  },
  {
    title: 'Nội quy khu vui chơi trẻ em',
    summary: 'Giờ mở cửa và những điều cần nhớ khi cho bé chơi.',
    content:
      'Khu vui chơi mở từ 7:00 đến 21:00. Trẻ dưới 6 tuổi cần người lớn trông. Không mang đồ ăn và vật sắc nhọn.',
    category: 'RULES',
  },
  {
    title: 'Giải chạy nội khu lần thứ ba',
    summary: 'Ba cự ly cho mọi lứa tuổi, sáng Chủ nhật tuần thứ hai.',
    content: 'Giải chạy có cự ly 1 km cho trẻ em, 3 km và 5 km cho người lớn. Đăng ký tại quầy lễ tân trước thứ Sáu.',
    category: 'EVENT',
  },
  {
    title: 'Trạm sạc xe điện đã hoạt động',
    summary: 'Mười hai trụ sạc ở hầm B2, tính tiền theo số điện.',
    content: 'Trạm sạc ở hầm B2 mở cả ngày. Người dùng quẹt thẻ xe để bắt đầu; tiền điện cộng vào phí tháng.',
    category: 'NEWS',
  },
  {
    title: 'Đọc thông báo phí trên ứng dụng',
    summary: 'Từng khoản, công thức và lịch sử đều xem được.',
    content:
      'Mở mục Phí, chọn tháng, bấm vào từng khoản để thấy chỉ số, đơn giá và thuế. Có điều chưa rõ, hãy nhắn ban quản lý ngay tại đó.',
    category: 'GUIDE',
  },
  {
    title: 'Hội nghị nhà chung cư năm nay',
    summary: 'Thời gian, nội dung và cách uỷ quyền.',
    content:
      'Hội nghị bàn về quỹ bảo trì và bầu ban quản trị nhiệm kỳ mới. Giấy mời và mẫu uỷ quyền gửi trong tuần tới.',
    category: 'EVENT',
  },
];

export const POLLS: readonly { question: string; answers: readonly string[]; most?: number }[] = [
  { question: 'Giờ mở cửa phòng gym nên là mấy giờ?', answers: ['5:00', '5:30', '6:00'] },
  {
    question: 'Chọn tiện ích muốn có thêm trong năm nay',
    answers: ['Sân pickleball', 'Phòng đọc', 'Vườn rau chung', 'Trạm sạc'],
    most: 2,
  },
  { question: 'Đồng ý đổi đơn vị vệ sinh từ quý sau?', answers: ['Đồng ý', 'Không đồng ý', 'Không có ý kiến'] },
  {
    question: 'Nên tổ chức đêm nhạc cuối năm vào ngày nào?',
    answers: ['Thứ Sáu 18/12', 'Thứ Bảy 19/12', 'Chủ nhật 20/12'],
  },
  { question: 'Có nên lắp rào chắn xe tự động ở cổng phụ?', answers: ['Nên', 'Không nên'] },
];
