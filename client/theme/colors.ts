import { defineSemanticTokens } from '@chakra-ui/react';
import { type AccentColors, OWN } from './accent.ts';

const pair = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });
const accentPair = (name: keyof AccentColors) => pair(OWN.light[name], OWN.dark[name]);

/** `fg` on `subtle` are the colours of a status; `solid` is for dots and progress, `contrast` for text on it. */
function palette(colors: Record<'fg' | 'subtle' | 'muted' | 'solid' | 'contrast', readonly [string, string]>) {
  return {
    fg: pair(...colors.fg),
    subtle: pair(...colors.subtle),
    muted: pair(...colors.muted),
    solid: pair(...colors.solid),
    contrast: pair(...colors.contrast),
    focusRing: pair(...colors.fg),
  };
}

const tint = (light: readonly [string, string], dark: readonly [string, string]) => ({
  subtle: pair(light[0], dark[0]),
  fg: pair(light[1], dark[1]),
});

export const colors = defineSemanticTokens.colors({
  bg: {
    DEFAULT: pair('#FFFFFF', '#131719'),
    panel: pair('#FFFFFF', '#131719'),
    canvas: pair('#F5F6F7', '#0D1012'),
    subtle: pair('#F7F8F9', '#181D20'),
    muted: pair('#EEF0F2', '#20262A'),
    emphasized: pair('#E3E6E9', '#2B3238'),
    scrim: pair('#10161A66', '#000000A6'),
  },
  border: {
    DEFAULT: pair('#E4E7EA', '#252B30'),
    emphasized: pair('#CDD3D8', '#39424A'),
    control: pair('#87919A', '#69747D'),
  },
  fg: {
    DEFAULT: pair('#15191C', '#ECEFF1'),
    muted: pair('#47515A', '#B4BDC4'),
    subtle: pair('#56616A', '#99A4AD'),
  },
  accent: {
    solid: accentPair('solid'),
    solidHover: accentPair('solidHover'),
    contrast: accentPair('contrast'),
    fg: accentPair('fg'),
    focusRing: accentPair('focusRing'),
    subtle: accentPair('subtle'),
    muted: accentPair('muted'),
  },
  /** The side of the sign-in page: a darker accent. */
  label: {
    ground: pair(
      'color-mix(in srgb, {colors.accent.solid} 53%, black)',
      'color-mix(in srgb, {colors.accent.solid} 24%, black)',
    ),
    wall: pair(
      'color-mix(in srgb, {colors.accent.solid} 68%, #B8B8B8)',
      'color-mix(in srgb, {colors.accent.solid} 55%, {colors.label.ground})',
    ),
    pane: { value: 'color-mix(in srgb, {colors.label.wall} 42%, {colors.label.ground})' },
    lamp: pair('#F3D9A0', '#E8C987'),
    fg: pair('#FFFFFF', '#FFFFFF'),
    muted: pair('rgb(255 255 255 / 82%)', 'rgb(255 255 255 / 78%)'),
  },
  waiting: palette({
    fg: ['#855000', '#F0BC5E'],
    subtle: ['#FFF2D6', '#33270E'],
    muted: ['#EDD7B3', '#5D4925'],
    solid: ['#C27A00', '#E0A23A'],
    contrast: ['#15191C', '#0D1012'],
  }),
  going: palette({
    fg: ['#1A57B0', '#8BB9F8'],
    subtle: ['#E7F0FD', '#15263E'],
    muted: ['#C1D5F4', '#2D4566'],
    solid: ['#2F74DB', '#5B98EE'],
    contrast: ['#FFFFFF', '#0D1012'],
  }),
  done: palette({
    fg: ['#136C3B', '#6FD093'],
    subtle: ['#E1F4E8', '#12301F'],
    muted: ['#BCE1CD', '#235039'],
    solid: ['#1F9A57', '#3FB571'],
    contrast: ['#15191C', '#0D1012'],
  }),
  ended: palette({
    fg: ['#4C565F', '#B1BAC1'],
    subtle: ['#ECEEF0', '#262D32'],
    muted: ['#DBDEE1', '#3A4045'],
    solid: ['#87919A', '#7F8A93'],
    contrast: ['#15191C', '#0D1012'],
  }),
  bad: palette({
    fg: ['#B0241C', '#FF9C92'],
    subtle: ['#FDE9E7', '#3D1815'],
    muted: ['#F3C3C0', '#633331'],
    solid: ['#D8372D', '#F0665B'],
    contrast: ['#FFFFFF', '#240806'],
  }),
  tint1: tint(['#DCE9F7', '#1D4B82'], ['#1E3A5C', '#BBD6F5']),
  tint2: tint(['#F6E1D6', '#7F3F1B'], ['#54301C', '#F6CBB2']),
  tint3: tint(['#DDEFD9', '#2C5E22'], ['#264A20', '#BFE3B5']),
  tint4: tint(['#EFE3C2', '#624A06'], ['#4A3C10', '#EED993']),
  tint5: tint(['#F5DBE4', '#82254C'], ['#57213A', '#F6BFD3']),
  tint6: tint(['#D6EDEC', '#125A57'], ['#15494A', '#A9E0DE']),
  tint7: tint(['#E4E1F3', '#473C82'], ['#38316A', '#CFC9F2']),
});

export const shadows = defineSemanticTokens.shadows({
  pop: {
    value: {
      _light: '0 1px 2px rgb(16 22 26 / 6%), 0 8px 24px rgb(16 22 26 / 10%)',
      _dark: '0 0 0 1px #39424A, 0 12px 32px rgb(0 0 0 / 50%)',
    },
  },
});
