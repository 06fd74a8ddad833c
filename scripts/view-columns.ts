export interface ColumnFacts {
  isNullable: boolean;
  /** The only strings that the column can hold, undefined where that is unknown. */
  values: readonly string[] | undefined;
}

export interface Procedure {
  name: string;
  isStrict: boolean;
  isBuiltin: boolean;
  /** It answers a boolean. */
  isCondition: boolean;
}

export interface Catalogue {
  /** @param place of the column in the table or view, from 1. */
  columnOf(relation: number, place: number): ColumnFacts | undefined;
  procedure(oid: number): Procedure | undefined;
}

/** A node of a query as PostgreSQL stores it (`pg_node_tree`): its type and its fields. */
interface TreeNode {
  type: string;
  [field: string]: unknown;
}

interface Scope {
  query: TreeNode;
  catalogue: Catalogue;
  parent: Scope | undefined;
  /** Columns that the conditions of the query keep from being null. */
  proven: Set<string>;
}

const unknown: ColumnFacts = { isNullable: true, values: undefined };
const neverNull = new Set([
  ...["count", "row_number", "rank", "dense_rank", "jsonb_build_object", "jsonb_build_array"],
  ...["app_now", "app_user_id", "london_today"],
]);
/** Strict builtin functions that may answer null although no argument is null. */
const nullDespiteArguments = new Set(["jsonb_object_field", "jsonb_object_field_text", "jsonb_array_element"]);

/** Derives what `pg_attribute` does not know about the columns of a view. @param rule `ev_action` of the view. */
export function readViewColumns(rule: string, catalogue: Catalogue): ColumnFacts[] {
  const query = nodes(parseTree(rule))[0];
  return query ? columnsOf(query, catalogue, undefined) : [];
}

function columnsOf(query: TreeNode, catalogue: Catalogue, parent: Scope | undefined): ColumnFacts[] {
  const scope: Scope = { query, catalogue, parent, proven: new Set() };
  proveByJoins(scope, query.jointree as TreeNode);
  const targets = nodes(query.targetList).filter(({ resjunk }) => resjunk === "false");
  if (isNode(query.setOperations)) {
    const branches = branchesOf(query.setOperations).map((place) => columnsOfRange(scope, place));
    return targets.map((_, index) => either(branches.map((branch) => branch[index] ?? unknown)));
  }
  return targets.map(({ expr }) => factsOf(expr as TreeNode, scope));
}

const branchesOf = (node: TreeNode): number[] =>
  node.type === "RANGETBLREF"
    ? [Number(node.rtindex)]
    : [...branchesOf(node.larg as TreeNode), ...branchesOf(node.rarg as TreeNode)];

function columnsOfRange(scope: Scope, place: number): ColumnFacts[] {
  const { subquery } = rangeOf(scope, place);
  return isNode(subquery) ? columnsOf(subquery, scope.catalogue, scope) : [];
}

const rangeOf = ({ query }: Scope, place: number): TreeNode => nodes(query.rtable)[place - 1] as TreeNode;

/** Conditions hold for every row, unless they belong to an outer join. */
function proveByJoins(scope: Scope, node: TreeNode): void {
  const isOuter = node.type === "JOINEXPR" && node.jointype !== "0";
  if (!isOuter && isNode(node.quals)) prove(scope, node.quals);
  const inner = { "1": [node.larg], "3": [node.rarg], "2": [] }[String(node.jointype)];
  for (const part of inner ?? [node.larg, node.rarg, ...nodes(node.fromlist)]) {
    if (isNode(part)) proveByJoins(scope, part);
  }
}

function prove(scope: Scope, condition: TreeNode): void {
  const { type, boolop, nulltesttype, arg, opfuncid } = condition;
  if (type === "BOOLEXPR" && boolop === "and") for (const part of nodes(condition.args)) prove(scope, part);
  else if (type === "NULLTEST" && nulltesttype === "1") proveColumn(scope, arg as TreeNode);
  else if (/^(OPEXPR|SCALARARRAYOPEXPR)$/.test(type) && scope.catalogue.procedure(Number(opfuncid))?.isStrict) {
    for (const part of nodes(condition.args)) proveColumn(scope, part);
  }
}

function proveColumn(scope: Scope, node: TreeNode): void {
  if (node.type === "VAR" && node.varlevelsup === "0") scope.proven.add(`${node.varno}.${node.varattno}`);
  if (node.type === "RELABELTYPE") proveColumn(scope, node.arg as TreeNode);
}

function factsOf(node: TreeNode, scope: Scope): ColumnFacts {
  const all = nodes(node.args).map((part) => factsOf(part, scope));
  const anyNull = { isNullable: all.some(({ isNullable }) => isNullable), values: undefined };
  const argument = () => factsOf(node.arg as TreeNode, scope);
  switch (node.type) {
    case "VAR":
      return factsOfColumn(node, scope);
    case "CONST":
      return { isNullable: node.constisnull === "true", values: textOf(node) };
    case "RELABELTYPE":
      return argument();
    case "COERCEVIAIO":
    case "ARRAYCOERCEEXPR":
      return { ...argument(), values: undefined };
    case "COALESCEEXPR":
    case "MINMAXEXPR":
      return { ...either(all), isNullable: all.every(({ isNullable }) => isNullable) };
    case "CASEEXPR": {
      const results = [...nodes(node.args).map(({ result }) => result), node.defresult];
      return either(results.map((result) => factsOf(result as TreeNode, scope)));
    }
    case "FUNCEXPR":
    case "OPEXPR":
    case "SCALARARRAYOPEXPR": {
      const procedure = scope.catalogue.procedure(Number(node.funcid ?? node.opfuncid));
      if (!procedure) return unknown;
      const { name, isStrict, isBuiltin, isCondition } = procedure;
      if (neverNull.has(name) || (isCondition && !isBuiltin)) return { isNullable: false, values: undefined };
      return isBuiltin && isStrict && !nullDespiteArguments.has(name) ? anyNull : unknown;
    }
    case "BOOLEXPR":
      return anyNull;
    case "NULLTEST":
    case "BOOLEANTEST":
    case "DISTINCTEXPR":
    case "ARRAYEXPR":
    case "SQLVALUEFUNCTION":
      return { isNullable: false, values: undefined };
    case "WINDOWFUNC":
      return { isNullable: !isNeverNull(node.winfnoid, scope), values: undefined };
    case "AGGREF": {
      // A group has rows, so that a sum of it is null for null alone.
      const hasRows = nodes(scope.query.groupClause).length > 0 && !isNode(node.aggfilter);
      const summed = nodes(node.args).map(({ expr }) => factsOf(expr as TreeNode, scope));
      return {
        isNullable: !isNeverNull(node.aggfnoid, scope) && !(hasRows && summed.every((each) => !each.isNullable)),
        values: undefined,
      };
    }
    case "SUBLINK":
      return factsOfSublink(node, scope);
    default:
      return unknown;
  }
}

const isNeverNull = (oid: unknown, { catalogue }: Scope): boolean =>
  neverNull.has(catalogue.procedure(Number(oid))?.name ?? "");

function factsOfColumn(node: TreeNode, scope: Scope): ColumnFacts {
  let owner: Scope | undefined = scope;
  for (let levels = Number(node.varlevelsup); levels > 0; levels--) owner = owner?.parent;
  if (!owner) return unknown;
  const [place, column] = [Number(node.varno), Number(node.varattno)];
  const { isNullable, values } = factsOfRangeColumn(rangeOf(owner, place), column, owner);
  const isOfOuterJoin = /\d/.test(String(node.varnullingrels));
  return { isNullable: (isNullable || isOfOuterJoin) && !owner.proven.has(`${place}.${column}`), values };
}

function factsOfRangeColumn(range: TreeNode, column: number, scope: Scope): ColumnFacts {
  const inner = nodes(range.groupexprs ?? range.joinaliasvars)[column - 1];
  if (inner) return factsOf(inner, scope);
  if (isNode(range.subquery)) return columnsOf(range.subquery, scope.catalogue, scope)[column - 1] ?? unknown;
  if (range.ctename !== undefined) {
    const common = nodes(scope.query.cteList).find(({ ctename }) => ctename === range.ctename);
    return (common && columnsOf(common.ctequery as TreeNode, scope.catalogue, scope)[column - 1]) ?? unknown;
  }
  return range.relid ? (scope.catalogue.columnOf(Number(range.relid), column) ?? unknown) : unknown;
}

/** EXISTS is 0, ANY 2, a value 4 and ARRAY 6. */
function factsOfSublink({ subLinkType, testexpr, subselect }: TreeNode, scope: Scope): ColumnFacts {
  if (subLinkType === "0" || subLinkType === "6") return { isNullable: false, values: undefined };
  if (subLinkType === "2") return factsOf(testexpr as TreeNode, scope);
  const query = subselect as TreeNode;
  const value = columnsOf(query, scope.catalogue, scope)[0] ?? unknown;
  const hasRow =
    nodes(query.rtable).length === 0 || (query.hasAggs === "true" && nodes(query.groupClause).length === 0);
  return { isNullable: value.isNullable || !hasRow, values: value.values };
}

function either(facts: readonly ColumnFacts[]): ColumnFacts {
  const isKnown = facts.every(({ values }) => values);
  return {
    isNullable: facts.some(({ isNullable }) => isNullable),
    values: isKnown ? [...new Set(facts.flatMap(({ values }) => values ?? []))] : undefined,
  };
}

const textType = "25";
const headerBytes = 4;

function textOf({ consttype, constisnull, constvalue }: TreeNode): string[] | undefined {
  if (constisnull === "true") return [];
  if (consttype !== textType) return undefined;
  return [Buffer.from((constvalue as string[]).slice(headerBytes).map(Number)).toString()];
}

const isNode = (value: unknown): value is TreeNode => typeof value === "object" && value !== null && "type" in value;
const nodes = (value: unknown): TreeNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Lists become arrays, `{TYPE :field value}` becomes a node, everything else stays text. */
function parseTree(text: string): unknown {
  const tokens = text.match(/[(){}[\]]|"(?:\\.|[^"])*"|(?:\\.|[^\s(){}[\]"])+/g) ?? [];
  let at = 0;
  const listUntil = (end: string) => {
    const list: unknown[] = [];
    while (tokens[at] !== end) list.push(next());
    at++;
    return list;
  };
  const next = (): unknown => {
    const token = tokens[at++] ?? "";
    if (token === "(") return listUntil(")");
    if (token === "[") return listUntil("]");
    if (token !== "{") return token;
    const node: TreeNode = { type: tokens[at++] ?? "" };
    while (tokens[at] !== "}") {
      const field = tokens[at++]?.slice(1) ?? "";
      node[field] = next();
      // A constant's value has its length before it.
      if (tokens[at] === "[") node[field] = next();
    }
    at++;
    return node;
  };
  return next();
}
