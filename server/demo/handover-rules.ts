import { demoId } from './documents.ts';

/** Employee indexes of the engineers who hand flats over. */
const ENGINEERS = [7, 8, 9, 10] as const;
export const engineersOf = (key: string): readonly string[] => ENGINEERS.map(n => demoId('employee', key, n));

export const handoverOfDemo = {
  meetingPoint: 'Sảnh block C',
  inspectorIds: engineersOf('hoasen'),
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
