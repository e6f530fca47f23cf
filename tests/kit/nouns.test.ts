import { layWording, sayDay, sayNouns } from '@lobby/shared/kit/nouns.ts';
import { describe, expect, it } from 'vitest';

const words = {
  unit: { one: 'apartment', other: 'apartments' },
  member: { one: 'villa owner', other: 'villa owners' },
  unit_group: { one: 'estate', other: 'estates' },
};

describe('a marked noun', () => {
  it.each([
    ['Choose [[a unit]]', 'Choose a unit', 'Choose an apartment'],
    ['[[Units]] of the [[project]]', 'Units of the project', 'Apartments of the estate'],
    ['{{count}} [[residents]]', '{{count}} residents', '{{count}} villa owners'],
    ['[[A resident]] left', 'A resident left', 'A villa owner left'],
    ['Nothing to replace', 'Nothing to replace', 'Nothing to replace'],
  ])('in English keeps its number, its case and its article: %s', (text, own, theirs) => {
    expect(sayNouns(text, 'en')).toBe(own);
    expect(sayNouns(text, 'en', words)).toBe(theirs);
  });

  it('has one form where a language or a building has no other', () => {
    expect(sayNouns('[[Units]], [[unit]]', 'en', { unit: { one: 'flat' } })).toBe('Flat, flat');
    expect(sayNouns('Chọn [[căn hộ]], mã [[căn]]', 'vi')).toBe('Chọn căn hộ, mã căn');
    expect(sayNouns('[[Căn hộ]], mã [[căn]]', 'vi', { unit: { one: 'biệt thự', short: 'nhà' } })).toBe(
      'Biệt thự, mã nhà',
    );
    expect(sayNouns('[[Căn hộ]], mã [[căn]]', 'vi', { unit: { one: 'biệt thự' } })).toBe('Biệt thự, mã biệt thự');
    expect(sayNouns('[[住戸]]を選択', 'ja', { unit: { one: 'ヴィラ' } })).toBe('ヴィラを選択');
    expect(sayNouns('请选择[[项目]]', 'zh', { unit_group: { one: '小区' } })).toBe('请选择小区');
  });

  it.each([
    ['[[단지]]를 선택하세요', '마을', '마을을 선택하세요'],
    ['[[단지]]를 선택하세요', '아파트', '아파트를 선택하세요'],
    ['[[단지]]가 없습니다', '마을', '마을이 없습니다'],
    ['[[단지]]로 이동', '마을', '마을로 이동'],
    ['[[단지]]로 이동', '집', '집으로 이동'],
    ['[[단지]]를 선택', 'Villa', 'Villa을(를) 선택'],
    ['[[단지]] 관리자', '마을', '마을 관리자'],
  ])('takes the right Korean particle: %s with %s', (text, one, said) => {
    expect(sayNouns(text, 'ko', { unit_group: { one } })).toBe(said);
  });

  it('in a text that people wrote is what they wrote', () => {
    expect(sayNouns('see [[x]] and [1]', 'en', words)).toBe('see x and [1]');
  });
});

it('a day, a month and a moment are written as people write them, any other text as it is', () => {
  const said = ['2026-11-30', '2026-11', '2026-11-30 03:15', 'HDT-2611-00001'].map(sayDay);
  expect(said).toEqual(['30/11/2026', '11/2026', '30/11/2026 03:15', 'HDT-2611-00001']);
});

it('a project’s words lie over those of the white label', () => {
  const lower = {
    words: { unit: { one: 'flat' }, member: { one: 'owner' } },
    texts: { 'a:b': 'lower', 'a:c': 'lower' },
  };
  const upper = { words: { unit: { one: 'villa' } }, texts: { 'a:b': 'upper' } };
  expect(layWording(lower, upper)).toEqual({
    words: { unit: { one: 'villa' }, member: { one: 'owner' } },
    texts: { 'a:b': 'upper', 'a:c': 'lower' },
  });
  expect(layWording(undefined, undefined)).toEqual({ words: {}, texts: {} });
});
