import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import type { Resolution } from '@lobby/shared/modules/conference-minutes.ts';
import { answersOf, type VoteQuestion, voteQuestionsOf, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Minutes } from '../modules/conference/index.ts';
import type { Made } from './documents.ts';
import type { Sets } from './prepared.ts';

const DISCUSSION = [
  '<p><strong>1. Kiểm tra tư cách đại biểu.</strong> Ban tổ chức báo cáo số căn, số phiếu có mặt; hội nghị đủ điều kiện tiến hành.</p>',
  '<p><strong>2. Báo cáo hoạt động và thu chi.</strong> Trưởng ban quản trị trình bày; 12 ý kiến hỏi về quỹ bảo trì, thang máy, chỗ để xe, đã được trả lời tại chỗ.</p>',
  '<p><strong>3. Quy chế quản lý, sử dụng.</strong> Thư ký đọc các điểm sửa; cư dân góp ý về giờ sửa chữa và nuôi thú cưng, đã tiếp thu.</p>',
  '<p><strong>4. Bầu Trưởng ban quản trị.</strong> Năm ứng viên tự giới thiệu; ban kiểm phiếu công bố kết quả ngay tại hội trường.</p>',
  '<p><strong>5. Ý kiến cư dân.</strong> Đề nghị lắp trạm sạc xe điện và thêm cây xanh sân trong; ban quản trị nhận và báo cáo trong quý sau.</p>',
].join('');

type Meeting = Made<typeof conference>;
type Sheet = Made<typeof voteSheet>;

/** Whether a decision passed, or the leading candidates of an election. */
function decidedOf({ results }: Sheet, question: VoteQuestion, n: number): Pick<Resolution, 'passed' | 'leads'> {
  const answers = (results ?? []).filter(result => result.question === n);
  if (question.kind === 'DECISION') return { passed: answers.some(result => result.passed === true), leads: [] };
  const most = Math.max(...answers.filter(result => result.answer > 0).map(result => result.weight));
  return { passed: null, leads: answersOf(question).filter((_, at) => answers[at]?.weight === most) };
}

/** Final minutes of the meetings that were held, with their votes and survey published. */
export function minutesOf(sets: Sets): Minutes[] {
  const rowsOf = (definition: object) => sets.find(([key]) => key === definition)?.[1] ?? [];
  const sheets = rowsOf(voteSheet) as readonly Sheet[];
  return (rowsOf(conference) as readonly Meeting[])
    .filter(({ outcome }) => outcome === 'HELD')
    .map(meeting => ({
      _id: meeting._id,
      projectId: meeting.projectId,
      version: 3,
      status: 'FINAL',
      number: '01/BB-HNNCC',
      startedAt: meeting.openedAt ?? null,
      endedAt: meeting.endedAt ?? null,
      witnesses: [
        { name: 'Trần Thị Lan', role: 'Trưởng ban kiểm phiếu' },
        { name: 'Phạm Đức Huy', role: 'Uỷ viên ban kiểm phiếu' },
      ],
      authorities: [
        { name: 'Đặng Văn Toàn', body: 'UBND phường' },
        { name: 'Lý Mai Phương', body: 'Chủ đầu tư' },
      ],
      discussion: DISCUSSION,
      objections: [
        {
          who: 'Vũ Hải Yến',
          text: 'Đề nghị gửi tài liệu trước hội nghị ít nhất 10 ngày.',
          at: meeting.endedAt ?? null,
        },
      ],
      resolutions: sheets
        .filter(sheet => sheet.conferenceId === meeting._id && sheet.status === 'COUNTED')
        .flatMap(sheet =>
          voteQuestionsOf({ ...sheet }).map((question, n) => ({
            sheetId: sheet._id,
            sheet: String(sheet.title),
            question: n + 1,
            text: question.text,
            ...decidedOf(sheet, question, n + 1),
          })),
        ),
      signedFiles: [],
      publishedParts: ['votes', 'survey', 'minutes'],
      publishedAt: meeting.endedAt ?? null,
      documentId: null,
      corrections: [
        {
          text: 'Tại mục Diễn biến, «12 ý kiến» sửa thành «14 ý kiến».',
          at: new Date((meeting.endedAt ?? meeting.startAt).getTime() + 5 * DAY_MS),
          by: 'Vũ Quang Minh',
        },
      ],
      reason: null,
    }));
}
