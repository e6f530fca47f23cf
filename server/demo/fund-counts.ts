import { DAY_MS, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { DENOMINATIONS, fundCount, worthOf } from '@lobby/shared/modules/fund-count.ts';
import type { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { fundsOf } from './services.ts';
import type { Site } from './sites.ts';
import type { colleaguesOf } from './staff.ts';

const FRIDAY = 5;
const WEEKS = 8;
/** Week and amount of the one cash shortage. */
const [SHORT_WEEK, SHORT] = [3, 50_000];

/** An amount in the fewest notes and coins; a remainder below the smallest is dropped. */
function inPieces(amount: number): { value: number; pieces: number }[] {
  let left = amount;
  return DENOMINATIONS.flatMap(value => {
    const pieces = Math.floor(left / value);
    left -= pieces * value;
    return pieces > 0 ? [{ value, pieces }] : [];
  });
}

/** Cash counts of the till each Friday at 17:00; all agree with the books but one. */
export function fundCountsOf(
  site: Site,
  entries: readonly Made<typeof journalEntry>[],
  team: ReturnType<typeof colleaguesOf>,
  now: Date,
): Made<typeof fundCount>[] {
  const till = fundsOf(site).funds[0]?._id ?? '';
  const [id, codeOf] = [idsOf('fund-count', site.key), codesOf(fundCount.prefix)];
  // 17:00 in Vietnam.
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + 10 * HOUR_MS;
  const fridays = Array.from({ length: (WEEKS + 1) * 7 }, (_, n) => new Date(today - n * DAY_MS))
    .filter(at => at.getUTCDay() === FRIDAY && at < now)
    .slice(0, WEEKS)
    .toReversed();
  return fridays.map((at, n) => {
    const book = entries
      .filter(({ createdAt }) => createdAt <= at)
      .flatMap(({ lines }) => lines)
      .filter(line => line.account === 'FUND' && line.fundId === till)
      .reduce((sum, { debit, credit }) => sum + (debit ?? 0) - (credit ?? 0), 0);
    const counted = Math.max(0, n === SHORT_WEEK ? book - SHORT : book);
    const denominations = inPieces(counted);
    const whole = worthOf(denominations) === counted;
    return recordOf(fundCount, site.id, id(n), at, {
      code: codeOf(at),
      fundId: till,
      countedAt: at,
      counted,
      book,
      difference: counted - book,
      denominations: whole ? denominations : [],
      countedById: team[0]?.id ?? null,
      witnessId: team[1]?.id ?? null,
      note: counted === book ? null : 'Thiếu 50.000 ₫ so với sổ, thủ quỹ nộp bù.',
    });
  });
}
