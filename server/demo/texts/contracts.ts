/** Companies that rent flats for their staff: name and tax code. */
export const COMPANIES = [
  ['Công ty TNHH Phần mềm Trúc Xanh', '0312456781'],
  ['Công ty CP Du lịch Cánh Buồm', '0309987214'],
  ['Công ty TNHH Thương mại Hải Yến', '0315530962'],
  ['Công ty CP Tư vấn Thiết kế Nét Việt', '0310245577'],
  ['Công ty TNHH Giáo dục Mầm Non Ánh Dương', '0316601834'],
] as const;

/** Reasons for the end of a contract. */
export const REASONS = [
  'Khách thuê chuyển công tác, báo trước 30 ngày.',
  'Hai bên thoả thuận thanh lý, đã bàn giao và đối chiếu chỉ số điện nước.',
  'Chủ hộ lấy lại căn để gia đình ở.',
  'Khách thuê mua căn khác trong toà nhà.',
] as const;

const HEAD = `BAN QUẢN LÝ {{project}} || CỘNG HOÀ XÃ HỘI CHỦ NGHĨA VIỆT NAM
Số: {{code}} || Độc lập – Tự do – Hạnh phúc

`;

const FOOT = `## Điều 5. Điều khoản chung
Hai bên cam kết thực hiện đúng các điều đã thoả thuận. Thay đổi về giá, diện tích hoặc thời hạn được lập thành phụ lục. Hợp đồng lập thành hai bản có giá trị như nhau, mỗi bên giữ một bản.

BÊN CHO THUÊ || BÊN THUÊ
(Ký, ghi rõ họ tên) || (Ký, ghi rõ họ tên)

|| {{representative}}`;

const HOME = `# Hợp đồng thuê căn hộ

Hôm nay, ngày {{signed}}, tại {{project}}, {{address}}, chúng tôi gồm:

Bên cho thuê (Bên A): Chủ sở hữu căn {{unit}}, do Ban quản lý {{project}} đại diện theo uỷ quyền.
Bên thuê (Bên B): {{tenant}}, số giấy tờ {{identifier}}, điện thoại {{phone}}, địa chỉ thường trú: {{tenantAddress}}.

## Điều 1. Căn cho thuê
Bên A cho Bên B thuê căn {{unit}}, block {{block}}, tầng {{floor}}, diện tích {{area}} m², để ở.

## Điều 2. Thời hạn
Thời hạn thuê từ ngày {{from}} đến hết ngày {{to}}. Trước khi hết hạn 30 ngày, hai bên thoả thuận việc gia hạn.

## Điều 3. Giá thuê và tiền cọc
Giá thuê là {{price}} (bằng chữ: {{priceWords}}) mỗi tháng, trả trước ngày 05 hằng tháng. Giá chưa gồm điện, nước, phí quản lý và phí gửi xe.
Tiền cọc là {{deposit}}, được hoàn lại khi thanh lý sau khi trừ các khoản còn nợ.

## Điều 4. Trách nhiệm của các bên
Bên A giao căn đúng hiện trạng đã thoả thuận và bảo đảm quyền sử dụng của Bên B trong thời hạn thuê.
Bên B trả tiền đúng hạn, giữ gìn tài sản, chấp hành nội quy toà nhà, đăng ký tạm trú và không cho thuê lại khi chưa có sự đồng ý của Bên A.

`;

const COMPANY = `# Hợp đồng thuê căn hộ cho tổ chức

Hôm nay, ngày {{signed}}, tại {{project}}, {{address}}, chúng tôi gồm:

Bên cho thuê (Bên A): Chủ sở hữu căn {{unit}}, do Ban quản lý {{project}} đại diện theo uỷ quyền.
Bên thuê (Bên B): {{tenant}}, mã số thuế {{taxCode}}, người sử dụng là ông/bà {{representative}}.

## Điều 1. Căn cho thuê
Bên A cho Bên B thuê căn {{unit}}, block {{block}}, tầng {{floor}}, diện tích {{area}} m², làm chỗ ở cho nhân viên.

## Điều 2. Thời hạn
Thời hạn thuê từ ngày {{from}} đến hết ngày {{to}}.

## Điều 3. Giá thuê và tiền cọc
Giá thuê là {{price}} (bằng chữ: {{priceWords}}) mỗi tháng, chuyển khoản theo quý, có hoá đơn. Tiền cọc là {{deposit}}.

## Điều 4. Trách nhiệm của các bên
Bên B thông báo cho Ban quản lý danh sách người sử dụng và chịu trách nhiệm về việc chấp hành nội quy của họ.

`;

/** Templates of printed contracts. */
export const CONTRACT_TEXTS = [
  { name: 'Hợp đồng thuê căn hộ', note: 'Cho cá nhân, gia đình', text: HEAD + HOME + FOOT },
  { name: 'Hợp đồng thuê cho tổ chức', note: 'Công ty thuê cho nhân viên', text: HEAD + COMPANY + FOOT },
] as const;
