import { LIMITS } from '@lobby/shared/kit/features.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { CHAT_FILE_MB, megabytesIn, refusalOf, tooLargeIn } from '@lobby/shared/kit/upload-limits.ts';
import { describe, expect, it } from 'vitest';
import { refusedBy } from '../../../client/resident/refused-files.ts';
import { readWords } from '../../setup/contract/words.ts';

const MB = 1024 * 1024;
const fileOf = (type: string, megabytes: number): File =>
  Object.defineProperty(new File([], 'a', { type }), 'size', { value: megabytes * MB });
const pdf = (megabytes: number) => fileOf('application/pdf', megabytes);
const photo = (megabytes: number) => fileOf('image/jpeg', megabytes);
const held = (megabytes: number) => ({
  id: 'a',
  name: 'a.pdf',
  type: 'application/pdf',
  size: megabytes * MB,
  url: '',
  thumbUrl: null,
});

describe('files of a resident’s message', () => {
  const chat = { max: LIMITS.IMAGES, each: CHAT_FILE_MB };
  const request = { max: LIMITS.IMAGES };
  const limits = { max: LIMITS.IMAGES, picture: LIMITS.FILE_MB, file: CHAT_FILE_MB, together: LIMITS.ATTACHMENTS_MB };

  it('are refused before they are sent, by the limits of the conversation', () => {
    for (const files of [[pdf(6)], [photo(6)], [pdf(4), pdf(4)], Array.from({ length: 6 }, () => photo(1))])
      expect(refusedBy(files, chat)).toEqual(limits);
    expect(refusedBy([photo(5), photo(5), pdf(5)], chat)).toBeNull();
    expect(refusedBy([pdf(6)], request)).toBeNull();
    expect(refusedBy([pdf(8)], request)).toEqual({ ...limits, file: LIMITS.ATTACHMENTS_MB });
  });

  it('are refused by name where one is too large by itself', () => {
    const video = Object.defineProperty(new File([], 'video.mp4', { type: 'video/mp4' }), 'size', {
      value: 26.34 * MB,
    });
    expect(tooLargeIn([pdf(1), video], chat)).toEqual({ name: 'video.mp4', size: 26.4, max: CHAT_FILE_MB });
    expect(tooLargeIn([photo(6)], chat)).toEqual({ name: 'a', size: 6, max: LIMITS.FILE_MB });
    expect(tooLargeIn([pdf(8)], request)).toMatchObject({ max: LIMITS.ATTACHMENTS_MB });
    expect(tooLargeIn([pdf(4), pdf(4)], chat)).toBeNull();
  });

  it.each(LANGUAGES)('are refused in %s with all limits', language => {
    const { talk } = readWords(language).get('resident-app') as { talk: Record<string, string> };
    const { form } = readWords(language).get('kit') as { form: Record<string, string> };
    for (const value of ['name', 'size', 'max']) expect(form.fileTooLarge).toContain(`{{${value}}}`);
    for (const value of Object.keys(limits)) expect(talk.filesRefused).toContain(`{{${value}}}`);
  });
});

describe('files that are refused when they are saved', () => {
  it('are refused before they are sent', () => {
    expect(refusalOf([pdf(12)], { max: 5 })).toEqual({ code: 'FILES_TOO_LARGE', params: { max: 7 } });
    expect(refusalOf([pdf(3)], { max: 5, held: [held(5)] })).toEqual({ code: 'FILES_TOO_LARGE', params: { max: 7 } });
    expect(refusalOf([pdf(12)], { max: 1 })).toBeNull();
    // By the limit of its control, not by that of all uploads.
    expect(refusalOf([pdf(21)], { max: 5 })).toEqual({ code: 'FILES_TOO_LARGE', params: { max: 7 } });
    expect(refusalOf([pdf(8)], { max: 5, mailed: true })?.code).toBe('EMAIL_CAPACITY_EXCEEDED');
    expect(refusalOf([pdf(6)], { max: 5, each: 5 })).toEqual({ code: 'FILE_TOO_LARGE', params: { max: 5 } });
    expect(refusalOf([photo(5)], { max: 5, each: 5 })).toBeNull();
    expect(refusalOf([pdf(21)], { max: 1 })?.code).toBe('PAYLOAD_TOO_LARGE');
    expect(refusalOf([photo(6)], { max: 5 })?.code).toBe('PAYLOAD_TOO_LARGE');
    expect(refusalOf([photo(3), photo(3), photo(3)], { max: 5 })).toBeNull();
    expect(refusalOf([pdf(1)], { max: 1, held: [held(1)] })).toEqual({ code: 'TOO_MANY', params: { max: 1 } });
    const sheet = fileOf('application/vnd.ms-excel', 1);
    for (const [file, types] of [
      [pdf(1), ['IMAGE']],
      [photo(1), ['PDF']],
      [sheet, ['PDF', 'IMAGE']],
    ] as const)
      expect(refusalOf([file], { max: 5, types })?.code).toBe('FILE_TYPE_NOT_ALLOWED');
    expect(refusalOf([pdf(12), pdf(8)], { max: 5, types: ['PDF'], large: true })).toBeNull();
  });

  it.each(LANGUAGES)('are promised in %s as they are checked', language => {
    const kit = readWords(language).get('kit') as { form: Record<string, string> };
    const errors = readWords(language).get('errors') as Record<string, string>;
    const saysAll = (text: string | undefined, numbers: readonly number[]) =>
      expect(numbers.filter(number => !new RegExp(`(?<!\\d)${number}(?!\\d)`).test(String(text)))).toEqual([]);
    saysAll(kit.form.limitImages, [LIMITS.FILE_MB]);
    saysAll(kit.form.limitFiles, [LIMITS.FILE_MB]);
    for (const name of ['limitFiles', 'limitPdf', 'limitScans'])
      expect(kit.form[name], name).toContain('{{megabytes}}');
    saysAll(kit.form.limitScans, [LIMITS.FILE_MB]);
    for (const value of ['limit', 'together']) expect(kit.form.limitTogether).toContain(`{{${value}}}`);
    expect(kit.form.tooLarge).toContain('{{limit}}');
    for (const code of ['FILES_TOO_LARGE', 'FILE_TOO_LARGE', 'EMAIL_CAPACITY_EXCEEDED'])
      expect(errors[code], code).toContain('{{max}}');
    saysAll(errors.PAYLOAD_TOO_LARGE, [LIMITS.FILE_MB, LIMITS.LARGE_FILE_MB, LIMITS.IMAGES]);
    expect(megabytesIn({ max: 5, large: true })).toBe(LIMITS.LARGE_FILE_MB);
    expect(megabytesIn({ max: 5, each: 5 })).toBe(5);
    expect([megabytesIn({ max: 1 }), megabytesIn({ max: 5 })]).toEqual([LIMITS.LARGE_FILE_MB, LIMITS.ATTACHMENTS_MB]);
  });
});
