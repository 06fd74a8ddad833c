-- What a signer takes part with is the cost of the shares, as the limit that members read of them. Until now the fee was counted in.
update act_signatures s
   set takes_part_pence = line.cost_pence
  from acts a
 cross join lateral jsonb_to_recordset(a.content::jsonb #> '{shares,lines}') line (number integer, cost_pence bigint, fee_pence bigint)
 where a.id = s.act_id and a.kind = 'closing' and line.fee_pence > 0 and line.cost_pence + line.fee_pence = s.takes_part_pence
   and (s.user_id is null
        or line.number = (select c.number from commitments c join investor_records r on r.id = c.record_id
                           where c.deal_id = a.deal_id and r.user_id = s.user_id
                           order by c.placed_at desc, c.id desc limit 1));
