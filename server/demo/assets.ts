import { addDays, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { itemCategory } from '@lobby/shared/modules/item-category.ts';
import { dueOf, isInService } from '@lobby/shared/modules/upkeep.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';
import { departmentId } from './staff.ts';

type Values = Partial<Made<typeof asset>>;
type Kind = readonly [name: string, of: 'ASSET' | 'SUPPLY' | 'DEVICE', prefix: string, months: number];

const CATEGORIES: readonly Kind[] = [
  ['Máy móc toà nhà', 'ASSET', 'MM', 120],
  ['Nội thất sảnh', 'ASSET', 'NT', 60],
  ['Thiết bị văn phòng', 'ASSET', 'VP', 36],
  ['Dụng cụ vệ sinh', 'ASSET', 'VS', 24],
  ['Điện, chiếu sáng', 'SUPPLY', 'DIEN', 0],
  ['Nước', 'SUPPLY', 'NUOC', 0],
  ['Thang máy', 'DEVICE', 'TM', 180],
  ['Máy bơm', 'DEVICE', 'BOM', 120],
  ['Camera', 'DEVICE', 'CAM', 60],
  ['Vệ sinh, văn phòng', 'SUPPLY', 'VSVP', 0],
];
export function itemCategoriesOf(site: Site): Made<typeof itemCategory>[] {
  const id = idsOf('item-category', site.key);
  return CATEGORIES.map(([name, of, prefix, usefulMonths], n) =>
    recordOf(itemCategory, site.id, id(n), site.founded, { name, of, prefix, usefulMonths, active: true }),
  );
}

type Thing = readonly [name: string, category: number, price: number, cycle: number, brand: string, supplier: number];
const THINGS: readonly Thing[] = [
  ['Máy phát điện 500 kVA', 0, 2_400_000_000, 90, 'Cummins', 5],
  ['Tủ điện tổng', 0, 640_000_000, 180, 'Schneider', 6],
  ['Máy bơm tăng áp', 0, 96_000_000, 90, 'Grundfos', 5],
  ['Quạt thông gió hầm', 0, 38_000_000, 120, 'Panasonic', 6],
  ['Bộ sofa sảnh', 1, 45_000_000, 0, 'Hoà Phát', 7],
  ['Quầy lễ tân', 1, 62_000_000, 0, 'Hoà Phát', 7],
  ['Máy tính để bàn', 2, 16_500_000, 0, 'Dell', 7],
  ['Máy in đa năng', 2, 9_800_000, 180, 'Canon', 7],
  ['Điều hoà văn phòng', 2, 14_200_000, 180, 'Daikin', 6],
  ['Máy chà sàn', 3, 54_000_000, 120, 'Kärcher', 2],
  ['Máy hút bụi công nghiệp', 3, 12_600_000, 120, 'Kärcher', 2],
  ['Xe đẩy vệ sinh', 3, 1_800_000, 0, 'Thành Phát', 2],
];
/**
 * Counts of assets by status, assigned by index: the first are in stock, then waiting for repair, then out of use (four
 * sold), all others in use.
 */
const COUNTS = {
  hoasen: { all: 180, stock: 21, faulty: 6, stopped: 11, overdue: 3, soon: 5, warranties: 7 },
  banmai: { all: 24, stock: 2, faulty: 1, stopped: 1, overdue: 1, soon: 1, warranties: 1 },
} as const;

export function assetsOf(site: Site, now: Date): Made<typeof asset>[] {
  const counts = COUNTS[site.key];
  const [id, category, place] = [idsOf('asset', site.key), idsOf('item-category', site.key), idsOf('place', site.key)];
  const partner = idsOf('partner', site.key);
  const today = dayOf(now, VIETNAM);
  const edges = [counts.stock, counts.faulty, counts.stopped].map((_, n, all) =>
    all.slice(0, n + 1).reduce((sum, count) => sum + count, 0),
  );
  let [used, warned] = [0, 0];
  return Array.from({ length: counts.all }, (_, n) => {
    const thing = THINGS[n % THINGS.length] as Thing;
    const [name, of, price, cycle, brand, supplier] = thing;
    const status =
      n < Number(edges[0])
        ? 'IN_STOCK'
        : n < Number(edges[1])
          ? 'NEED_MAINTENANCE'
          : n < Number(edges[2])
            ? 'STOP_USING'
            : 'IN_USE';
    const setupDate = addDays(today, -(200 + ((n * 37) % 500)));
    const started = status === 'IN_STOCK' ? null : addDays(setupDate, 3);
    const nth = status === 'IN_USE' && cycle > 0 ? used++ : -1;
    const left = nth < 0 ? null : nth < counts.overdue ? -2 - nth : nth < counts.overdue + counts.soon ? nth : 9 + nth;
    const next = left === null ? null : addDays(today, left);
    const warranty = status === 'IN_USE' && cycle === 0 && warned < counts.warranties ? 5 + 3 * warned++ : null;
    const expiry = warranty === null ? addDays(setupDate, 1095) : addDays(today, warranty);
    const values: Values = {
      code: `TS-${String(n + 1).padStart(5, '0')}`,
      name: `${name} ${Math.floor(n / THINGS.length) + 1}`,
      categoryId: category(of),
      supplierId: partner(supplier),
      maintenanceUnitId: cycle > 0 ? partner(0) : null,
      managerUnitId: departmentId(site, of === 2 ? 'admin' : 'technician'),
      placeId: status === 'IN_STOCK' ? null : place(n % 4),
      placeText: status === 'IN_STOCK' ? 'Kho tầng hầm B1' : null,
      brand,
      model: `${brand} ${2020 + (n % 5)}`,
      setupDate,
      startDate: started,
      purchaseDate: addDays(setupDate, -10),
      purchasePrice: price,
      residualValue: 0,
      usefulMonths: CATEGORIES[of]?.[3] ?? 36,
      warrantyExpiry: expiry,
      cycleDays: cycle > 0 ? cycle : null,
      lastMaintenanceDate: next && cycle > 0 ? addDays(next, -cycle) : null,
      nextMaintenanceDate: next,
      dueStatus: isInService(status) ? dueOf(next, today, 7) : 'NONE',
      condition: status === 'NEED_MAINTENANCE' ? 'BROKEN' : n % 3 === 0 ? 'NEW' : 'GOOD',
      status,
    };
    if (values.dueStatus === 'DUE_SOON' || values.dueStatus === 'OVERDUE')
      values.dueTold = `${next} ${values.dueStatus}`;
    const maintained = String(values.lastMaintenanceDate ?? '');
    if (maintained < setupDate || maintained > today) values.lastMaintenanceDate = null;
    if (status === 'NEED_MAINTENANCE') values.reason = 'Chạy ồn và rung mạnh, cần thợ kiểm tra.';
    if (status === 'STOP_USING') {
      const sold = n % 3 === 0;
      Object.assign(values, { stoppedOn: addDays(today, -30 - n), reason: 'Hết thời gian sử dụng.' });
      Object.assign(values, { disposal: sold ? 'SOLD' : 'NONE', proceeds: sold ? Math.round(price / 10) : null });
    }
    return recordOf(asset, site.id, id(n), site.founded, values);
  });
}
