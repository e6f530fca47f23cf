import { TRADES, type Trade } from '@lobby/shared/kit/home.ts';
import { TILES, type Tile } from '@lobby/shared/modules/dashboard-tiles.ts';
import { type Ctx, can } from '../../kit/base/context.ts';

export const mayTile = (ctx: Ctx, { of }: Tile): boolean => can(ctx, of.code, 'read');

/**
 * The caller's trade: manager if they may see all of its figures, or all of two other trades; otherwise the one they may see
 * most of.
 */
export function tradeOf(ctx: Ctx): Trade {
  const share = (trade: Trade) => {
    const ofTrade = TILES.filter(({ presets }) => presets.includes(trade));
    return ofTrade.filter(tile => mayTile(ctx, tile)).length / ofTrade.length;
  };
  const whole = TRADES.filter(trade => share(trade) === 1);
  if (whole.includes('manager') || whole.length > 1) return 'manager';
  return TRADES.reduce((best, trade) => (share(trade) > share(best) ? trade : best));
}
