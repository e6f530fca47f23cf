import { createHash } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { conference } from '@lobby/shared/modules/conference.ts';
import { comparedTo, metresOf, percentOf } from '@lobby/shared/modules/conference-math.ts';
import { conferenceAnswer, conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { toldBallots, USUAL_ANSWERS, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { type Cast, markId, receiptOf, sealCast } from '../modules/conference/index.ts';
import { idsOf, type Made, recordOf, type Row as Stored } from './documents.ts';
import type { Sets } from './prepared.ts';
import { type Random, randomOf } from './random.ts';
import type { Site } from './sites.ts';

type Row = Made<typeof conferenceUnit>;
type Meeting = Made<typeof conference>;

const QUESTIONS = [
  ['Bạn muốn họp vào lúc nào?', 'SINGLE', 'Sáng thứ Bảy\nSáng Chủ nhật\nTối trong tuần'],
  ['Bạn hài lòng với vệ sinh khu vực chung?', 'SCALE', null],
  ['Bạn hài lòng với an ninh?', 'SCALE', null],
  ['Tầng hầm cần cải thiện điều gì?', 'MULTIPLE', 'Chiếu sáng\nThông gió\nChỗ để xe điện\nBiển chỉ dẫn'],
  ['Mức phí quản lý hiện nay:', 'SINGLE', 'Hợp lý\nHơi cao\nQuá cao'],
  ['Bạn đồng ý lắp trạm sạc xe điện?', 'SINGLE', 'Đồng ý\nKhông đồng ý\nCần thêm thông tin'],
  ['Hồ bơi nên mở cửa đến mấy giờ?', 'SINGLE', '20 giờ\n21 giờ\n22 giờ'],
  ['Số chỗ để xe máy gia đình cần', 'NUMBER', null],
  ['Bạn hài lòng với thang máy?', 'SCALE', null],
  ['Ý kiến khác của gia đình', 'TEXT', null],
  ['Bạn muốn nhận thông báo qua đâu?', 'MULTIPLE', 'Ứng dụng\nEmail\nBảng tin'],
  ['Bạn có muốn ứng cử Ban quản trị?', 'SINGLE', 'Có\nKhông'],
] as const;
const WORDS = ['Cần thêm cây xanh', 'Đèn hành lang hay hỏng', 'Mong phản hồi nhanh hơn', 'Bảo vệ rất nhiệt tình'];

interface Said {
  question: number;
  choices: string | null;
  number: number | null;
  words: string | null;
}

/** Answer of one household to question `q`, counted from 0; one in ten writes a text. */
function saidOf(q: number, random: Random): Said[] {
  const [, kind, options] = QUESTIONS[q] ?? QUESTIONS[0];
  const line: Said = { question: q + 1, choices: null, number: null, words: null };
  if (kind === 'SCALE') return [{ ...line, number: random.int(2, 5) }];
  if (kind === 'NUMBER') return [{ ...line, number: random.int(0, 3) }];
  if (kind === 'TEXT') return random.chance(0.1) ? [{ ...line, words: random.pick(WORDS) }] : [];
  const count = options?.split('\n').length ?? 1;
  const first = random.int(1, count);
  const second = kind === 'MULTIPLE' && first < count && random.chance(0.4) ? `,${first + 1}` : '';
  return [{ ...line, choices: `${first}${second}` }];
}

function surveyOf(site: Site, n: number, meeting: Meeting, rows: readonly Row[], count: number, many: number) {
  const random = randomOf(`conference survey ${site.key} ${n}`);
  const questions = QUESTIONS.slice(0, count);
  const over = meeting.status === 'ENDED';
  const opensAt = new Date(meeting.startAt.getTime() - 10 * DAY_MS);
  const survey = recordOf(conferenceSurvey, site.id, idsOf('conference-survey', site.key)(n), opensAt, {
    conferenceId: meeting._id,
    meetingKey: meeting._id,
    title: 'Ý kiến cư dân trước hội nghị',
    status: over ? 'CLOSED' : 'OPEN',
    opensAt,
    closesAt: meeting.startAt,
    openedAt: opensAt,
    closedAt: over ? meeting.startAt : null,
    answers: many,
    questions: questions.map(([text, kind, options]) => ({
      text,
      kind,
      options,
      other: false,
      maxChoices: null,
      min: kind === 'NUMBER' ? 0 : null,
      max: kind === 'NUMBER' ? 10 : null,
      required: kind === 'SINGLE',
    })),
  });
  const id = idsOf('conference-answer', site.key);
  const sheets = rows.slice(0, many).map((row, k) => {
    const at = new Date(opensAt.getTime() + (k + 1) * 3 * MINUTE_MS);
    return recordOf(conferenceAnswer, site.id, id(n * 1000 + k), at, {
      surveyId: survey._id,
      unitId: row.unitId,
      sheetKey: `${survey._id}:${row.unitId}`,
      answeredAt: at,
      answeredBy: row.answeredBy ?? 'Ban quản lý',
      channel: k % 5 === 0 ? 'PAPER' : 'APP',
      values: questions.flatMap((_, q) => saidOf(q, random)),
    });
  });
  return { survey, sheets };
}

const CANDIDATES = 'Nguyễn Quang Minh\nTrần Thị Lan\nPhạm Đức Huy\nLê Hoàng Nam\nVũ Thu Trang';
/** Resolutions with the share of their first answer, in per cent. */
const DECIDED = [
  ['Thông qua báo cáo hoạt động và thu chi', 'DECISION', USUAL_ANSWERS, 94.1],
  ['Thông qua quy chế quản lý, sử dụng nhà chung cư', 'DECISION', USUAL_ANSWERS, 88],
  ['Bầu Trưởng ban quản trị', 'ELECTION', CANDIDATES, 46],
] as const;
const CHANNELS = [{ channel: 'APP' as const }, { channel: 'DESK' as const }, { channel: 'PAPER' as const }];

/** Answer index of each household present, from 0. */
function picksOf(rows: readonly Row[], answers: number, share: number, name: string): number[] {
  const random = randomOf(`vote ${name}`);
  return rows.map(() => (random.chance(share / 100) ? 0 : random.int(1, answers - 1)));
}

/** Totals of a count among the households present. */
function counted(rows: readonly Row[], answers: number, picks: readonly number[]) {
  const sums = Array.from({ length: answers }, (_, answer) => {
    const picked = rows.filter((_, n) => picks[n] === answer);
    return { ballots: picked.length, hundredths: picked.reduce((sum, { hundredths }) => sum + Number(hundredths), 0) };
  });
  const base = rows.reduce((sum, { hundredths }) => sum + Number(hundredths), 0);
  return { sums: [...sums, { ballots: 0, hundredths: 0 }, { ballots: 0, hundredths: 0 }], base };
}

const thereOf = (rows: readonly Row[]) => rows.filter(({ checkIn }) => checkIn === 'CHECKED_IN');

function votesOf(site: Site, ended: Meeting, coming: Meeting, rows: readonly Row[]) {
  const id = idsOf('vote-sheet', site.key);
  const there = thereOf(rows);
  const past = DECIDED.map(([title, kind, answers, share], n) => {
    const openedAt = new Date(ended.startAt.getTime() + (90 + n * 15) * MINUTE_MS);
    const closedAt = new Date(openedAt.getTime() + 10 * MINUTE_MS);
    const count = answers.split('\n').length;
    const { sums, base } = counted(there, count, picksOf(there, count, share, `${site.key} ${n}`));
    const weight = metresOf(base);
    const shown = toldBallots(sums.map(({ ballots }) => ballots));
    return recordOf(voteSheet, site.id, id(n), openedAt, {
      conferenceId: ended._id,
      title,
      displayOrder: (n + 1) * 10,
      status: 'COUNTED',
      channels: CHANNELS,
      asked: 1,
      questions: [{ text: title, kind, answers }],
      openedAt,
      closedAt,
      countedAt: closedAt,
      presentHeads: there.length,
      presentWeight: weight,
      castOnline: there.length,
      castWeight: weight,
      baseWeight: weight,
      countedBallots: there.length,
      results: sums.map(({ hundredths }, at) => ({
        question: 1,
        answer: at < count ? at + 1 : at === count ? 0 : -1,
        ballots: shown[at] ?? null,
        weight: metresOf(hundredths),
        percent: percentOf(hundredths, base),
        tie: false,
        passed: kind === 'DECISION' && at === 0 && comparedTo(hundredths, base, 50) > 0,
      })),
    });
  });
  for (const row of there) Object.assign(row, { ballotsOnline: past.map(({ _id }) => _id) });
  const made = coming.publishedAt ?? coming.startAt;
  const next = [
    ['Thông qua báo cáo năm', 'DRAFT', 'PRESENT'],
    ['Mức phí quản lý năm tới', 'DRAFT', 'PRESENT'],
    ['Bỏ phiếu thử trên ứng dụng', 'CANCELLED', 'ALL'],
  ] as const;
  const ahead = next.map(([title, status, who], n) =>
    recordOf(voteSheet, site.id, id(past.length + n), made, {
      conferenceId: coming._id,
      title,
      displayOrder: 30 + (n + 1) * 10,
      status,
      who,
      channels: CHANNELS,
      asked: 1,
      questions: [{ text: title, kind: 'DECISION', answers: USUAL_ANSWERS }],
      ...(status === 'CANCELLED' && { reason: 'Bỏ phiếu thử để làm quen' }),
    }),
  );
  return [...past, ...ahead];
}

/** Surveys and votes of both meetings. */
export function votingOf(site: Site, ended: Meeting, coming: Meeting, old: readonly Row[], next: readonly Row[]): Sets {
  const share = old.length / 560;
  const before = surveyOf(site, 0, ended, old, 10, Math.round(305 * share));
  const now = surveyOf(site, 1, coming, next, 12, Math.round(143 * share));
  return [
    [conferenceSurvey, [before.survey, now.survey]],
    [conferenceAnswer, [...before.sheets, ...now.sheets]],
    [voteSheet, votesOf(site, ended, coming, old)],
  ];
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** A ballot whose answers are not sealed yet. */
interface DemoBallot {
  projectId: string;
  sheetId: string;
  cast: Cast;
}
export const isDemoBallot = (doc: object): doc is DemoBallot => 'cast' in doc && 'sheetId' in doc;
export const sealBallot = ({ cast, ...ballot }: DemoBallot): object => ({
  ...ballot,
  sealed: sealCast(ballot.projectId, ballot.sheetId, cast),
});

/** Ballots and voter marks of the counted votes, so that they can be recounted. */
export function* ballotsOf(site: Site, meetings: Sets): Generator<Stored> {
  const rowsIn = <T>(definition: object) =>
    (meetings.find(([candidate]) => candidate === definition)?.[1] ?? []) as readonly T[];
  const sheets = rowsIn<Made<typeof voteSheet>>(voteSheet).filter(({ status }) => status === 'COUNTED');
  for (const [n, { _id: sheetId, conferenceId }] of sheets.entries()) {
    const [, , answers, share] = DECIDED[n] ?? DECIDED[0];
    const there = thereOf(rowsIn<Row>(conferenceUnit).filter(row => row.conferenceId === conferenceId));
    const picks = picksOf(there, answers.split('\n').length, share, `${site.key} ${n}`);
    const sheet = { projectId: site.id, sheetId };
    yield ['vote-bases', { _id: sheetId, projectId: site.id, rowIds: there.map(({ _id }) => _id) }];
    for (const [at, { _id: rowId, hundredths }] of there.entries()) {
      const cast = { answers: [1 + (picks[at] ?? 0)], hundredths: Number(hundredths) };
      const hash = receiptOf(sheetId, cast, digest(`nonce ${sheetId} ${at}`));
      yield ['vote-marks', { _id: markId(sheetId, rowId), ...sheet, rowId, how: 'ONLINE' }];
      yield [
        'vote-ballots',
        { _id: digest(`ballot ${sheetId} ${at}`).slice(0, 24), ...sheet, cast, hash, channel: 'APP' },
      ];
    }
  }
}
