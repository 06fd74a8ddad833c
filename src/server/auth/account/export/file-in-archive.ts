export type DataRow = Record<string, unknown>;

/** In JSON it is its path. */
export class FileInArchive {
  constructor(readonly path: string) {}

  toJSON(): string {
    return this.path;
  }
}
