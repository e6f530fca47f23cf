import { TRADES, type Trade } from '@lobby/shared/kit/home.ts';
import { TILES, type Tile } from '@lobby/shared/modules/dashboard-tiles.ts';
import { type Ctx, can } from '../../kit/base/context.ts';

export const mayTile = (ctx: Ctx, { of }: Tile): boolean => can(ctx, of.code, 'read');

/** Whose work the caller does: the manager's who may see all of it or all of two other trades, else that of which they may see most. */
export function tradeOf(ctx: Ctx): Trade {
  const share = (trade: Trade) => {
    const own = TILES.filter(({ presets }) => presets.includes(trade));
    return own.filter(tile => mayTile(ctx, tile)).length / own.length;
  };
  const whole = TRADES.filter(trade => share(trade) === 1);
  if (whole.includes('manager') || whole.length > 1) return 'manager';
  return TRADES.reduce((best, one) => (share(one) > share(best) ? one : best));
}
