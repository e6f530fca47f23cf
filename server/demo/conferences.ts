import { addDays, DAY_MS, dayOf, HOUR_MS, instantAt, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { hundredthsOf, metresOf } from '@lobby/shared/modules/conference-math.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import type { unit } from '@lobby/shared/modules/unit.ts';
import { votingOf } from './conference-votes.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import type { Home } from './homes.ts';
import type { Sets } from './prepared.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';

type Row = Made<typeof conferenceUnit>;
type Meeting = Made<typeof conference>;

const REGULATIONS = [
  '<p><strong>Quy chế tổ chức hội nghị nhà chung cư</strong></p>',
  '<p>1. Mỗi mét vuông sở hữu riêng là một phiếu; diện tích chung và chỗ để xe không tính.</p>',
  '<p>2. Chủ sở hữu vắng mặt có thể uỷ quyền bằng văn bản; mỗi căn một người đại diện.</p>',
  '<p>3. Nội dung được thông qua khi quá nửa số phiếu có mặt tán thành, trừ nội dung luật quy định khác.</p>',
].join('');
const AGENDA = [
  { time: '08:00', title: 'Điểm danh, kiểm tra tư cách đại biểu', speaker: null },
  { time: '08:45', title: 'Báo cáo hoạt động và thu chi năm', speaker: 'Ban quản trị' },
  { time: '09:30', title: 'Biểu quyết các nội dung', speaker: 'Chủ toạ' },
  { time: '11:00', title: 'Ý kiến cư dân', speaker: null },
];
const SHARED = {
  agenda: AGENDA,
  regulations: REGULATIONS,
  venue: 'Sảnh sinh hoạt cộng đồng, block A',
  chairName: 'Nguyễn Quang Minh',
  secretaryName: 'Lê Thu Hà',
};

/** Attendance and the number of units with it, in the order they are dealt out. */
type Answers = readonly (readonly [attendance: Row['attendance'], many: number])[];

/** Attendance rows of a meeting; `answers` are dealt to the units in a random order. */
function rowsOf(
  site: Site,
  meeting: Meeting,
  from: number,
  homes: readonly Eligible[],
  answers: Answers,
  now: Date,
): Row[] {
  const id = idsOf('conference-unit', site.key);
  const random = randomOf(`conference ${meeting._id}`);
  const order = homes.map((_, n) => [random.next(), n] as const).toSorted((a, b) => a[0] - b[0]);
  const attendances = answers.flatMap(([attendance, many]) => Array.from({ length: many }, () => attendance));
  const attendanceOf = new Map(order.map(([, n], at) => [n, attendances[at] ?? 'NOT_ANSWERED']));
  // Answers lie between the invitation and the meeting, never in the future.
  const invited = (meeting.invitedAt ?? meeting.startAt).getTime();
  const until = Math.min(meeting.startAt.getTime(), now.getTime());
  const answeredAt = (n: number) => new Date(invited + ((n % 97) + 1) * ((until - invited) / 98));
  return homes.map(({ home, doc }, n) => {
    const attendance = attendanceOf.get(n) ?? 'NOT_ANSWERED';
    const hundredths = hundredthsOf(Number(doc.useArea ?? doc.area ?? 0));
    const answered = attendance !== 'NOT_ANSWERED';
    const proxy = attendance === 'AUTHORIZED';
    return recordOf(conferenceUnit, site.id, id(from + n), meeting.publishedAt ?? site.founded, {
      conferenceId: meeting._id,
      unitId: home.id,
      blockId: home.blockId,
      ownerId: home.people[0]?.id ?? null,
      withoutPhone: !home.people[0],
      hundredths,
      weight: metresOf(hundredths),
      place: `${home.block} ${home.code}`,
      rowKey: `${meeting._id}:${home.id}`,
      attendance,
      invitedAt: meeting.invitedAt,
      code6: String(100_003 + ((n * 7919) % 899_981)),
      ...(answered && {
        answeredAt: answeredAt(n),
        answeredBy: home.people[0]?.name ?? 'Ban quản lý',
        channel: n % 4 === 0 ? ('DESK' as const) : ('APP' as const),
      }),
      ...(proxy && {
        representativeKind: 'OTHER',
        representativeName: PROXIES[n % PROXIES.length] ?? null,
        representativeIdentifier: `0010${String(60_000_000 + (n % PROXIES.length))}`,
        authorizationNumber: `UQ-${n}`,
      }),
    });
  });
}
const PROXIES = ['Trần Văn Lâm', 'Phạm Thị Hồng', 'Đỗ Minh Quân', 'Vũ Hải Yến', 'Ngô Đức Thắng'];

interface Eligible {
  home: Home;
  doc: Made<typeof unit>;
}

/** Sets the totals of a meeting, computed from its rows. */
function withSums(meeting: Meeting, rows: readonly Row[]): Meeting {
  const there = rows.filter(({ checkIn }) => checkIn === 'CHECKED_IN');
  const sum = (all: readonly Row[]) => all.reduce((total, row) => total + Number(row.hundredths), 0);
  const [total, present] = [sum(rows), sum(there)];
  return Object.assign(meeting, {
    units: rows.length,
    totalHundredths: total,
    weightTotal: metresOf(total),
    registered: rows.filter(({ attendance }) => attendance === 'ATTEND' || attendance === 'AUTHORIZED').length,
    checkedIn: there.length,
    presentUnits: there.length,
    presentHundredths: present,
    weightPresent: metresOf(present),
  });
}

/** Owners' meetings: one held, one upcoming, one waiting for approval. */
export function conferencesOf(
  site: Site,
  homes: readonly Home[],
  units: readonly Made<typeof unit>[],
  now: Date,
): Sets {
  const id = idsOf('conference', site.key);
  const employeeId = idsOf('employee', site.key);
  const code = codesOf('HN');
  const today = dayOf(now, VIETNAM);
  const make = (n: number, days: number, values: Partial<Meeting>): Meeting => {
    const startAt = instantAt(addDays(today, days), 8 * 60, VIETNAM);
    const made = new Date(Math.min(now.getTime() - HOUR_MS, startAt.getTime() - 30 * DAY_MS));
    return recordOf(conference, site.id, id(n), made, {
      code: code(made),
      startAt,
      endAt: new Date(startAt.getTime() + 3 * HOUR_MS),
      registrationClosesAt: startAt,
      authorId: employeeId(0),
      ...values,
    });
  };
  if (site.key !== 'hoasen')
    return [
      [
        conference,
        [make(0, 21, { name: 'Hội nghị nhà chung cư lần đầu', kind: 'FIRST', ...SHARED, venue: 'Sảnh tầng 1' })],
      ],
    ];
  const eligible = homes.flatMap((home, n) => {
    const doc = units[n];
    return doc?.handoverStatus === 'HANDED_OVER' ? [{ home, doc }] : [];
  });
  const [past, near] = [new Date(now.getTime() - 395 * DAY_MS), new Date(now.getTime() - 12 * DAY_MS)];
  const ended = make(0, -375, {
    name: 'Hội nghị nhà chung cư thường niên',
    kind: 'ANNUAL',
    status: 'ENDED',
    phase: 'CLOSED',
    shown: true,
    publication: 'PUBLISHED',
    audience: 'RESIDENTS',
    outcome: 'HELD',
    ...SHARED,
    publishedAt: past,
    invitedAt: past,
  });
  Object.assign(ended, { openedAt: ended.startAt, endedAt: ended.endAt });
  const coming = make(1, 9, {
    name: 'Hội nghị nhà chung cư thường niên năm nay',
    kind: 'ANNUAL',
    status: 'ONGOING',
    phase: 'REGISTRATION',
    publication: 'PUBLISHED',
    audience: 'RESIDENTS',
    shown: true,
    ...SHARED,
    publishedAt: near,
    invitedAt: near,
  });
  const pending = make(2, 40, {
    name: 'Hội nghị bất thường về phí quản lý',
    kind: 'EXTRAORDINARY',
    ...SHARED,
    quorumBasis: 'BOTH',
  });
  const share = eligible.length / 560;
  const part = (many: number) => Math.round(many * share);
  const old = rowsOf(
    site,
    ended,
    0,
    eligible,
    [
      ['ATTEND', part(331)],
      ['AUTHORIZED', part(81)],
      ['NOT_ATTEND', part(60)],
    ],
    now,
  );
  for (const [n, row] of old.entries())
    if (row.attendance === 'ATTEND' || row.attendance === 'AUTHORIZED')
      Object.assign(row, {
        checkIn: 'CHECKED_IN',
        checkedInAt: new Date(ended.startAt.getTime() - (n % 50) * 60_000),
        checkedInBy: employeeId(1 + (n % 3)),
        desk: String(1 + (n % 3)),
        identityChecked: true,
      });
  const next = rowsOf(
    site,
    coming,
    eligible.length,
    eligible,
    [
      ['ATTEND', part(120)],
      ['AUTHORIZED', part(44)],
      ['NOT_ATTEND', part(32)],
    ],
    now,
  );
  return [
    [conference, [withSums(ended, old), withSums(coming, next), pending]],
    [conferenceUnit, [...old, ...next]],
    ...votingOf(site, ended, coming, old, next),
  ];
}
