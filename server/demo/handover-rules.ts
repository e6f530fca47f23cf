/** What the building sets of its handovers. */
export const handoverOfDemo = {
  meetingPoint: 'Sảnh block C',
  meters: [
    { name: 'Công tơ điện', unitName: 'kWh' },
    { name: 'Đồng hồ nước', unitName: 'm³' },
  ],
  things: [
    { name: 'Chìa khoá cửa chính', number: 3 },
    { name: 'Thẻ từ', number: 2 },
    { name: 'Điều khiển điều hoà', number: 2 },
    { name: 'Sổ tay hướng dẫn', number: 1 },
  ],
};
