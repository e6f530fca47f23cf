/** Title and content of an announcement in a language, or as originally written if there is no translation. */
export function saidIn(
  doc: Readonly<Record<string, unknown>>,
  language: string | null | undefined,
): { title: string; content: string } {
  const lines = Array.isArray(doc.texts) ? doc.texts : [];
  const version = lines.find(line => line?.language === language) ?? doc;
  return { title: String(version.title ?? ''), content: String(version.content ?? '') };
}
