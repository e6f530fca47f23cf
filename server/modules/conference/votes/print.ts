import { answersOf, voteQuestionsOf } from '@lobby/shared/modules/vote-sheet.ts';
import type { Response } from 'express';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { A4 } from '../../../kit/paper/pdf.ts';
import { drawQr } from '../../../kit/paper/qr.ts';
import type { Stored } from '../../../kit/store/schema.ts';
import { drawnTo } from '../../../platform/projects/paper.ts';
import type { Paper } from './store.ts';

const MARGIN = 48;
const RIGHT = A4.width - MARGIN;
const QR = 90;

/** Draws voting papers, a page each: serial, weight, questions with boxes; no unit and no name. */
export async function drawPapers(ctx: Ctx, res: Response, sheet: Stored, all: readonly Paper[]): Promise<void> {
  const say = (key: string, params: Record<string, string> = {}) => text(ctx, `vote-sheet.paper.${key}`, params);
  const number = new Intl.NumberFormat(ctx.language, { maximumFractionDigits: 2 });
  await drawnTo(ctx, res, 'ballot-papers', async (pdf, project) => {
    for (const { _id, hundredths } of all)
      await pdf.page(ctx.language, page => {
        drawQr(page, _id, RIGHT - QR, MARGIN, QR);
        let y = MARGIN + 14;
        const line = (said: string, by = 18, how: Parameters<typeof page.text>[3] = {}, indent = 0) => {
          for (const part of page.lines(said, RIGHT - MARGIN - indent - (y < MARGIN + QR ? QR : 0), how)) {
            page.text(part, MARGIN + indent, y, how);
            y += by;
          }
        };
        line(project.name, 18, { size: 10 });
        line(String(sheet.title), 24, { size: 15, weight: 700 });
        line(say('serial', { serial: _id }), 18, { weight: 700 });
        line(say('weight', { weight: number.format(hundredths / 100) }), 30, { weight: 700 });
        for (const [n, question] of voteQuestionsOf(sheet).entries()) {
          line(`${n + 1}. ${question.text}`, 18, { weight: 700 });
          for (const [at, answer] of answersOf(question).entries()) line(`[   ]  ${at + 1}. ${answer}`, 18, {}, 14);
          y += 8;
        }
        line(say('help'), 16, { size: 9 });
      });
  });
}
