import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentPalette, nearStatus } from '../../client/theme/accent.ts';
import { contrast, parse } from '../../client/theme/color.ts';

const colour = fc.integer({ min: 0, max: 0xffffff }).map(n => `#${n.toString(16).padStart(6, '0').toUpperCase()}`);
const between = (one: string, other: string) => contrast(parse(one), parse(other));

describe('the accent of a white label', () => {
  it('reaches 4.5:1 for every text on it and in it, in both modes, whatever the colour', () => {
    fc.assert(
      fc.property(colour, hex => {
        const { light, dark } = accentPalette(hex);
        for (const [colors, bg] of [
          [light, '#FFFFFF'],
          [dark, '#131719'],
        ] as const) {
          expect(between(colors.solid, colors.contrast)).toBeGreaterThanOrEqual(4.5);
          expect(between(colors.solidHover, colors.contrast)).toBeGreaterThanOrEqual(4.5);
          expect(between(colors.fg, bg)).toBeGreaterThanOrEqual(4.5);
          expect(between(colors.fg, colors.subtle)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves a colour that is dark enough as it is', () => {
    expect(accentPalette('#0b6673').light.solid).toBe('#0B6673');
  });

  it('is the one that was chosen by eye where a label has the colour of the product', () => {
    const { light, dark } = accentPalette('#0b6673');
    expect([light.solid, light.subtle, dark.solid, dark.contrast]).toEqual([
      '#0B6673',
      '#EAF4F5',
      '#4DBDC9',
      '#04191C',
    ]);
  });

  it('darkens in light mode and lightens in dark mode', () => {
    const { light, dark } = accentPalette('#F2A900');
    expect(light.solid).not.toBe('#F2A900');
    expect(between(light.solid, '#FFFFFF')).toBeLessThan(5.2);
    expect(dark.solid).toBe('#F2A900');
  });

  it.each([
    ['#C27A00', 'waiting'],
    ['#2F74DB', 'going'],
    ['#1F9A57', 'done'],
    ['#D8372D', 'bad'],
    ['#0B6673', undefined],
    ['#808080', undefined],
  ])('says whether %s comes near a status: %s', (hex, status) => {
    expect(nearStatus(hex)).toBe(status);
  });

  it('refuses what is no colour', () => {
    expect(() => accentPalette('teal')).toThrow(RangeError);
  });
});
