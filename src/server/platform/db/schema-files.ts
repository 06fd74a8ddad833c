import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** SQL that is applied before the code of the database exists, and SQL that needs it: policies and grants. */
interface SqlFile {
  name: string;
  tables: string;
  rights: string;
}

export interface SchemaFiles {
  /** Creates today's schema in an empty database. */
  creation: string;
  /** Changes of tables since the first release, in order. */
  migrations: readonly SqlFile[];
  /** Brings a database of the last version without releases to today's tables. */
  takeOver: SqlFile;
  /** Functions on which tables are built: defaults, checks and indexes. */
  baseCode: string;
  /** All other functions, the views, the triggers and the comments of tables. */
  code: string;
  /** SHA-256 of all code. */
  sha256: string;
}

/** Divides a file into its tables and its rights. */
const rightsHeading = "\n-- Rights\n";

/** Applied with the code, so that a comment is edited in place. */
const comment = /^comment on [^;']*'[^']*';\n/gm;

/** @param root with `db/`. */
export function readSchemaFiles(root: string): SchemaFiles {
  const [foundation, ...schema] = readFolder(join(root, "db", "schema"));
  const [baseCode, ...others] = readFolder(join(root, "db", "code")).map(({ tables }) => tables);
  if (!foundation || !baseCode) throw new Error(`${root} has no db/schema or no db/code`);
  const comments = schema.flatMap((file) => file.tables.match(comment) ?? []);
  const code = [...others, ...comments].join("\n");
  const tables = schema.map((file) => file.tables.replaceAll(comment, ""));
  return {
    creation: [foundation.tables, baseCode, ...tables, code, ...schema.map(({ rights }) => rights)].join("\n"),
    migrations: readFolder(join(root, "db", "migrations")),
    takeOver: readSqlFile(join(root, "db"), "take-over.sql"),
    baseCode,
    code,
    sha256: createHash("sha256").update(baseCode).update(code).digest("hex"),
  };
}

const readFolder = (folder: string): SqlFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => readSqlFile(folder, name));

function readSqlFile(folder: string, name: string): SqlFile {
  const [tables = "", rights = ""] = readFileSync(join(folder, name), "utf8").split(rightsHeading);
  return { name: name.slice(0, -".sql".length), tables, rights };
}
