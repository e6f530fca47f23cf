import type { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { answersOf, voteQuestionsOf } from '@lobby/shared/modules/vote-sheet.ts';
import type { Response } from 'express';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { A4, type Written } from '../../../kit/paper/pdf.ts';
import { drawQr } from '../../../kit/paper/qr.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import type { Paper } from './store.ts';

/** A5 in points. */
const A5 = { width: A4.height / 2, height: A4.width };
const MARGIN = 34;
const RIGHT = A5.width - MARGIN;
const BOTTOM = A5.height - MARGIN;
const QR = 76;

interface Line extends Written {
  said: string;
  by: number;
  indent?: number;
}

/** Draws A5 paper ballots with serial, weight and questions, without unit or name. Long ones continue on a page with the same serial. */
export async function drawPapers(
  ctx: Ctx,
  res: Response,
  sheet: Doc<typeof voteSheet>,
  all: readonly Paper[],
): Promise<void> {
  const say = (key: string, params: Record<string, string> = {}) => text(ctx, `vote-sheet.paper.${key}`, params);
  const number = new Intl.NumberFormat(ctx.language, { maximumFractionDigits: 2 });
  const questions: Line[][] = voteQuestionsOf(sheet).map((question, n) => [
    { said: `${n + 1}. ${question.text}`, by: 16, weight: 700 },
    ...answersOf(question).map((answer, at) => ({ said: `[   ]  ${at + 1}. ${answer}`, by: 17, indent: 12 })),
  ]);
  await drawnTo(ctx, res, 'ballot-papers', async (pdf, project) => {
    for (const { _id, hundredths } of all) {
      const rest = [...questions];
      do
        await pdf.page(
          ctx.language,
          page => {
            drawQr(page, _id, RIGHT - QR, MARGIN - 6, QR);
            let y = MARGIN + 8;
            const partsOf = ({ said: words, indent = 0, by: _, ...how }: Line) =>
              page.lines(words, RIGHT - MARGIN - indent - (y < MARGIN + QR ? QR + 8 : 0), how);
            const write = (line: Line) => {
              const { said: _said, by, indent = 0, ...how } = line;
              for (const part of partsOf(line)) {
                page.text(part, MARGIN + indent, y, how);
                y += by;
              }
            };
            write({ said: project.name, by: 15, size: 8 });
            write({ said: sheet.title, by: 18, size: 12, weight: 700 });
            write({ said: say('serial', { serial: _id }), by: 15, weight: 700 });
            write({ said: say('weight', { weight: number.format(hundredths / 100) }), by: 15, weight: 700 });
            y = Math.max(y, MARGIN + QR + 8);
            // A question is not split across pages unless it is longer than a page.
            for (let first = true; rest[0]; first = false) {
              const room = rest[0].reduce((sum, line) => sum + partsOf(line).length * line.by, 0);
              if (!first && y + room + 22 > BOTTOM) break;
              for (const line of rest.shift() ?? []) write(line);
              y += 8;
            }
            if (rest.length === 0) write({ said: say('help'), by: 13, size: 8 });
          },
          A5,
        );
      while (rest.length > 0);
    }
  });
}
