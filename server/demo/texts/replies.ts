import type { LABEL_TYPES } from '@lobby/shared/modules/label.ts';
import type { TicketKind } from './kinds.ts';

export const CANNED: readonly { name: string; kind?: TicketKind; scope?: 'ROOM'; content: string }[] = [
  {
    name: 'Chào cư dân',
    scope: 'ROOM',
    content: 'Dạ {{project}} xin chào anh/chị {{resident}}, em là {{staff}}. Anh/chị cần em hỗ trợ việc gì ạ?',
  },
  {
    name: 'Mời gửi yêu cầu',
    scope: 'ROOM',
    content: 'Dạ việc này em chuyển thành yêu cầu để tổ kỹ thuật xử lý và anh/chị theo dõi được tiến độ nhé.',
  },
  {
    name: 'Đã tiếp nhận',
    content:
      'Chào anh/chị {{resident}}, {{project}} đã tiếp nhận yêu cầu {{code}} của căn {{unit}}. Bộ phận liên quan đang kiểm tra, em sẽ cập nhật cho anh/chị sớm nhất. {{staff}}',
  },
  {
    name: 'Hẹn kỹ thuật lên căn hộ',
    content:
      'Dạ anh/chị {{resident}}, tổ kỹ thuật sẽ có mặt tại căn {{unit}} trong khung giờ 14h đến 16h hôm nay. Anh/chị ở nhà giờ này được không ạ?',
  },
  {
    name: 'Thang máy: dùng tạm thang khác',
    kind: 'elevator',
    content:
      'Trong lúc kiểm tra thang, mời anh/chị {{resident}} dùng tạm các thang còn lại. Ban quản lý xin lỗi vì sự bất tiện này ạ.',
  },
  {
    name: 'Nước: lịch thau rửa bể',
    kind: 'water',
    content:
      'Chào anh/chị {{resident}}, toà nhà đang thau rửa bể nước nên nước có thể yếu hoặc hơi đục đến hết buổi chiều. Anh/chị xả bỏ nước đầu vòi khoảng 5 phút giúp em ạ.',
  },
  {
    name: 'Tiếng ồn: đã nhắc nhở',
    kind: 'noise',
    content:
      'Dạ bảo vệ đã lên nhắc nhở căn gây ồn theo nội quy của {{project}}. Nếu còn tái diễn, anh/chị {{resident}} trả lời lại yêu cầu {{code}} để em lập biên bản ạ.',
  },
  {
    name: 'Hoá đơn: chờ kế toán đối chiếu',
    kind: 'bill',
    content:
      'Chào anh/chị {{resident}}, em đã chuyển kế toán đối chiếu công nợ của căn {{unit}}. Kết quả sẽ có trong vòng 2 ngày làm việc. {{staff}}',
  },
  {
    name: 'Xin thêm hình ảnh',
    content:
      'Dạ anh/chị {{resident}} chụp giúp em một vài hình ảnh khu vực bị lỗi và gửi vào yêu cầu {{code}} để kỹ thuật chuẩn bị vật tư trước ạ.',
  },
  {
    name: 'Đã hoàn thành, mời đánh giá',
    content:
      'Dạ yêu cầu {{code}} của căn {{unit}} đã được xử lý xong. Nhờ anh/chị {{resident}} kiểm tra lại và đánh giá giúp em. Cảm ơn anh/chị đã đồng hành cùng {{project}}. {{staff}}',
  },
];

type LabelType = (typeof LABEL_TYPES)[number];

export const LABEL_GROUPS: readonly { name: string; shortName: string; type: LabelType; parent?: string }[] = [
  { name: 'Yêu cầu hỗ trợ', shortName: 'YEU CAU', type: 'HELP_DESK' },
  { name: 'Tình trạng', shortName: 'TINH TRANG', type: 'HELP_DESK', parent: 'Yêu cầu hỗ trợ' },
  { name: 'Nguồn tiếp nhận', shortName: 'NGUON', type: 'HELP_DESK', parent: 'Yêu cầu hỗ trợ' },
  { name: 'Khu vực', shortName: 'KHU VUC', type: 'HELP_DESK', parent: 'Yêu cầu hỗ trợ' },
  { name: 'Căn hộ', shortName: 'CAN HO', type: 'UNIT' },
];

interface LabelText {
  name: string;
  shortName: string;
  type: LabelType;
  group?: string;
  color: 'grey' | 'teal' | 'blue' | 'green' | 'amber' | 'red' | 'violet' | 'pink';
}

/** Labels; those of type HELP_DESK are used on tickets. */
export const LABELS: readonly LabelText[] = [
  { name: 'Khẩn cấp', shortName: 'KHAN', type: 'HELP_DESK', group: 'Tình trạng', color: 'red' },
  { name: 'Phản ánh lại', shortName: 'LAP LAI', type: 'HELP_DESK', group: 'Tình trạng', color: 'amber' },
  { name: 'Chờ nhà thầu', shortName: 'NHA THAU', type: 'HELP_DESK', group: 'Tình trạng', color: 'violet' },
  { name: 'Còn bảo hành', shortName: 'BAO HANH', type: 'HELP_DESK', group: 'Tình trạng', color: 'teal' },
  { name: 'Có tính phí', shortName: 'TINH PHI', type: 'HELP_DESK', group: 'Tình trạng', color: 'green' },
  { name: 'Gọi hotline', shortName: 'HOTLINE', type: 'HELP_DESK', group: 'Nguồn tiếp nhận', color: 'blue' },
  { name: 'Tại quầy lễ tân', shortName: 'TAI QUAY', type: 'HELP_DESK', group: 'Nguồn tiếp nhận', color: 'blue' },
  { name: 'Tầng hầm', shortName: 'HAM', type: 'HELP_DESK', group: 'Khu vực', color: 'grey' },
  { name: 'Khu vực chung', shortName: 'CHUNG', type: 'HELP_DESK', group: 'Khu vực', color: 'grey' },
  { name: 'Trong căn hộ', shortName: 'TRONG CAN', type: 'HELP_DESK', group: 'Khu vực', color: 'grey' },
  { name: 'Cho thuê', shortName: 'THUE', type: 'UNIT', group: 'Căn hộ', color: 'teal' },
  { name: 'Chưa nhận bàn giao', shortName: 'CHUA BG', type: 'UNIT', group: 'Căn hộ', color: 'amber' },
  { name: 'Việc định kỳ', shortName: 'DINH KY', type: 'TASK', color: 'green' },
  { name: 'Thu hộ', shortName: 'THU HO', type: 'RECEIPT', color: 'pink' },
];
