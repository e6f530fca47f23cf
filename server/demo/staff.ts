import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import type { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { baseOf, demoId, type Made } from './documents.ts';
import { phoneOf } from './names.ts';
import { POSITION_KEYS, POSITIONS, type PositionKey, permissionsOf } from './positions.ts';
import type { Site } from './sites.ts';

export interface Colleague {
  id: string;
  name: string;
  /** Login e-mail; null for employees without an account. */
  account: string | null;
  positions: readonly PositionKey[];
  active: boolean;
}

type Line = readonly [name: string, positions: readonly PositionKey[], account?: string, state?: 'ABSENT' | 'INACTIVE'];

const OFFICE: readonly PositionKey[] = ['service', 'reception', 'accountant', 'technician'];

/**
 * Employees by project. `manager@hoasen.demo` works in both projects with different permissions; `director@hoasen.demo`
 * is Admin in both and manages the installation.
 */
const STAFF: Readonly<Record<Site['key'], readonly Line[]>> = {
  hoasen: [
    ['Vũ Quang Minh', ['admin'], 'admin@hoasen.demo'],
    ['Nguyễn Đình Khải', OFFICE, 'manager@hoasen.demo'],
    ['Lê Thu Hà', ['reception'], 'reception@hoasen.demo'],
    ['Phạm Thuỳ Linh', ['service'], 'service1@hoasen.demo'],
    ['Hoàng Hải Yến', ['service'], 'service2@hoasen.demo'],
    ['Đỗ Thị Ngân', ['accountant'], 'accountant@hoasen.demo'],
    ['Đặng Quốc Quân', ['technician'], 'technician@hoasen.demo'],
    ['Bùi Văn Sơn', ['technician', 'handover'], 'engineer1@hoasen.demo'],
    ['Mai Xuân Khánh', ['technician', 'handover'], 'engineer2@hoasen.demo'],
    ['Hồ Minh Tuấn', ['technician', 'handover'], 'engineer3@hoasen.demo'],
    ['Ngô Tiến Lực', ['technician', 'handover'], 'engineer4@hoasen.demo'],
    ['Kiều Văn Đông', ['technician'], undefined, 'ABSENT'],
    ['Lương Ngọc Diệp', ['service']],
    ['Đinh Hoài Thu', ['service']],
    ['Trịnh Gia Hân', ['service'], undefined, 'INACTIVE'],
    ['Cao Mỹ Duyên', ['reception']],
    ['Phan Anh Thư', ['reception']],
    ['Võ Thanh Tùng', ['reception']],
    ['Tạ Bích Phượng', ['accountant']],
    ['Trịnh Bá Kiên', ['admin'], 'director@hoasen.demo'],
    ['Lưu Hồng Ánh', ['handover'], 'meeting1@hoasen.demo'],
    ['Dương Quốc Bảo', ['handover'], 'meeting2@hoasen.demo'],
  ],
  banmai: [
    ['Trần Minh Châu', ['admin'], 'admin@banmai.demo'],
    ['Nguyễn Đình Khải', ['service'], 'manager@hoasen.demo'],
    ['Lê Hồng Nhung', ['service']],
    ['Phùng Văn Toàn', ['technician']],
    ['Vi Thị Thơm', ['reception']],
    ['Trịnh Bá Kiên', ['admin'], 'director@hoasen.demo'],
  ],
};

export const userIdOf = (email: string) => demoId('user', email, 0);

export const departmentId = (site: Site, key: PositionKey) =>
  demoId('department', site.key, POSITION_KEYS.indexOf(key));
export const positionId = (site: Site, key: PositionKey) => demoId('position', site.key, POSITION_KEYS.indexOf(key));
const employeeId = (site: Site, n: number) => demoId('employee', site.key, n);
const headOf = (positions: readonly PositionKey[]): PositionKey => positions[0] ?? 'service';

export function colleaguesOf(site: Site): Colleague[] {
  return STAFF[site.key].map(([name, positions, email, state], n) => ({
    id: employeeId(site, n),
    name,
    account: email ?? null,
    positions,
    active: !state,
  }));
}

export function departmentsOf(site: Site): Made<typeof department>[] {
  return POSITION_KEYS.map(key => ({
    ...baseOf(departmentId(site, key), site.founded),
    projectId: site.id,
    name: POSITIONS[key].department,
    shownToResidents: key === 'reception' || key === 'service' || key === 'accountant',
    admin: key === 'admin',
  }));
}

/** Positions of a project with their permissions. */
export function positionsOf(site: Site) {
  return POSITION_KEYS.map(key => {
    const doc: Made<typeof position> = {
      ...baseOf(positionId(site, key), site.founded),
      projectId: site.id,
      name: POSITIONS[key].name,
      departmentId: departmentId(site, key),
      admin: key === 'admin',
    };
    return { ...doc, permissions: permissionsOf(key) };
  });
}

const PEOPLE = [...new Set(Object.values(STAFF).flatMap(lines => lines.map(([name]) => name)))];

export function employeesOf(site: Site): Made<typeof employee>[] {
  return STAFF[site.key].map(([name, positions, email, state], n) => ({
    ...baseOf(employeeId(site, n), site.founded),
    projectId: site.id,
    name,
    email: email ?? `${fold(name).replaceAll(' ', '.')}@${site.key}.demo`,
    // A person has the same phone in both projects.
    phone: phoneOf(PEOPLE.indexOf(name)),
    newEmail: null,
    language: null,
    positionIds: positions.map(key => positionId(site, key)),
    departmentId: departmentId(site, headOf(positions)),
    cardNumber: `NV${String(n + 1).padStart(4, '0')}`,
    startedOn: dayOf(site.founded, VIETNAM),
    endedOn: null,
    reason: null,
    invitedAt: email ? site.founded : null,
    userId: email ? userIdOf(email) : null,
    status: state ?? 'ACTIVE',
  }));
}
