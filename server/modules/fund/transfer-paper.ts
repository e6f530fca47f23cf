import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import type { Route } from '../../kit/http/route.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { factBlock, recordPapers, signBlock, wordsBlock } from '../template/index.ts';

/** Slips of money moved between funds, to be signed by who gives and who takes it. */
export const transferPapers: readonly Route[] = recordPapers(fundTransfer, {
  summary: {
    one: 'The slip of a transfer between funds as a PDF',
    many: 'The slips of chosen transfers between funds as one PDF',
  },
  title: ctx => text(ctx, 'fund-transfer.paper.title'),
  async blocksOf(ctx, doc, frame) {
    const { projectId, language } = ctx;
    const { amount, fee, content, accountingDate, voucherDate, cancelDate, cancelReason } = doc;
    const [funds, makers] = await Promise.all([
      loadRefs(projectId, fund, [doc.fromFundId, doc.toFundId]),
      loadRefs(projectId, employee, doc.makerId ? [doc.makerId] : []),
    ]);
    const say = (key: string) => text(ctx, `fund-transfer.${key}`);
    const fact = (label: string, value: string) => factBlock(frame, label, value);
    const day = (field: string, value: string) => fact(say(`fields.${field}`), sayValue(field, value, language));
    const nameOf = (id: string) => funds.get(id)?.name ?? '';
    const maker = makers.get(doc.makerId ?? '')?.name ?? '';
    return [
      fact(say('fields.fromFundId'), nameOf(doc.fromFundId)),
      fact(say('fields.toFundId'), nameOf(doc.toFundId)),
      fact(say('paper.amount'), numberIn(language, amount)),
      fact(say('paper.words'), amountInWords(amount, language)),
      ...(fee > 0 ? [fact(say('fields.fee'), numberIn(language, fee))] : []),
      day('accountingDate', accountingDate),
      ...(voucherDate ? [day('voucherDate', voucherDate)] : []),
      ...(content ? [fact(say('fields.content'), content)] : []),
      ...(doc.status === 'CANCELED'
        ? [
            wordsBlock(
              frame,
              [say('statuses.CANCELED'), cancelDate && sayValue('cancelDate', cancelDate, language), cancelReason]
                .filter(Boolean)
                .join(' · '),
              { weight: 700 },
            ),
          ]
        : []),
      signBlock(frame, [
        { role: say('fields.makerId'), name: maker },
        { role: say('paper.gives') },
        { role: say('paper.takes') },
      ]),
    ];
  },
});
