/** Text of a task, as staff would write it. */
export interface TaskText {
  type: 'GENERAL' | 'TECHNICAL' | 'CLEANING' | 'SECURITY' | 'OTHER';
  by: 'technician' | 'service' | 'reception' | 'accountant';
  title: string;
  content: string;
  steps?: readonly string[];
  repeat?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'QUARTERLY' | 'YEARLY';
  result: string;
}

export const TASK_TEXTS: readonly TaskText[] = [
  {
    type: 'TECHNICAL',
    by: 'technician',
    title: 'Thay bơm tăng áp tầng mái block A',
    content: 'Bơm số 2 kêu to, áp lực tầng 18 đến 20 yếu vào giờ cao điểm. Vật tư đã về kho.',
    steps: ['Khoá van và xả nước đường ống', 'Thay bơm và kiểm tra điện', 'Đo áp lực các tầng 18, 19, 20'],
    result: 'Đã thay bơm, áp lực tầng 20 đạt 2,1 bar.',
  },
  {
    type: 'CLEANING',
    by: 'service',
    title: 'Vệ sinh bể nước ngầm định kỳ',
    content: 'Báo cư dân trước 3 ngày, cắt nước từ 9 giờ đến 15 giờ.',
    repeat: 'QUARTERLY',
    result: 'Đã vệ sinh hai ngăn bể, nghiệm thu với nhà thầu.',
  },
  {
    type: 'SECURITY',
    by: 'reception',
    title: 'Kiểm tra danh sách thẻ xe quá hạn',
    content: 'Đối chiếu thẻ đã thu hồi với danh sách của bãi xe, báo lại kế toán những thẻ còn nợ phí.',
    repeat: 'MONTHLY',
    result: 'Thu hồi 7 thẻ, 2 thẻ chuyển kế toán.',
  },
  {
    type: 'OTHER',
    by: 'accountant',
    title: 'Đối chiếu công nợ phí quản lý với ban quản trị',
    content: 'Gửi bảng kê tháng trước ngày 10, ghi rõ những căn đang khiếu nại.',
    repeat: 'MONTHLY',
    result: 'Đã gửi bảng kê, ban quản trị xác nhận.',
  },
  {
    type: 'TECHNICAL',
    by: 'technician',
    title: 'Sửa cửa chống cháy tầng hầm B1',
    content: 'Cửa không tự đóng, tay co gãy. Chụp ảnh trước và sau khi sửa.',
    result: 'Thay tay co, cửa tự đóng trong 6 giây.',
  },
  {
    type: 'GENERAL',
    by: 'service',
    title: 'Chuẩn bị hội nghị nhà chung cư',
    content: 'Đặt hội trường, in tài liệu, lập danh sách đại diện.',
    steps: ['Đặt hội trường và âm thanh', 'In phiếu biểu quyết', 'Gọi điện mời các hộ chưa xác nhận'],
    result: 'Hội nghị diễn ra đủ thành phần.',
  },
  {
    type: 'TECHNICAL',
    by: 'technician',
    title: 'Kiểm tra hệ thống báo cháy tự động',
    content: 'Thử đầu báo khói mỗi tầng, ghi biên bản.',
    repeat: 'MONTHLY',
    result: 'Thay 3 đầu báo hỏng, hệ thống hoạt động tốt.',
  },
  {
    type: 'CLEANING',
    by: 'service',
    title: 'Làm sạch sảnh sau khi nhà thầu tháo giàn giáo',
    content: 'Bụi sơn còn trên sàn đá và vách kính.',
    result: 'Đã làm sạch, chụp ảnh bàn giao.',
  },
  {
    type: 'SECURITY',
    by: 'reception',
    title: 'Trích xuất camera sảnh block B theo đề nghị',
    content: 'Có cư dân báo mất xe đạp tối thứ bảy. Chỉ cung cấp khi có đề nghị của công an phường.',
    result: 'Đã cung cấp cho công an phường, có biên bản.',
  },
  {
    type: 'OTHER',
    by: 'service',
    title: 'Lập danh sách hộ nuôi thú cưng chưa đăng ký',
    content: 'Gửi thông báo nhắc, hẹn hạn đăng ký trong tháng.',
    result: 'Còn 4 hộ chưa đăng ký, đã gọi điện.',
  },
  {
    type: 'TECHNICAL',
    by: 'technician',
    title: 'Thay đèn hành lang các tầng lẻ block C',
    content: 'Đổi sang đèn cảm biến, tắt sau 60 giây.',
    steps: ['Tầng 3 đến tầng 9', 'Tầng 11 đến tầng 19'],
    result: 'Đã thay 46 bóng.',
  },
  {
    type: 'GENERAL',
    by: 'service',
    title: 'Gọi lại các hộ phản ánh tiếng ồn thi công',
    content: 'Hỏi xem đã yên chưa, ghi lại khung giờ còn ồn.',
    result: 'Đã gọi 9 hộ, 1 hộ còn phản ánh.',
  },
];
