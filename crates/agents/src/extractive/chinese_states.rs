//! Whether a Chinese clause tells a state.

use super::dated_sides::DATE;

/// Words that tell a state.
const STATES: [&str; 20] = [
    "有", "是", "为", "达", "属于", "归", "担任", "位于", "共", "名叫", "仅", "驻", "住着", "处于",
    "已获", "未获", "可以", "禁止", "允许", "属",
];

/// Words in which those stand, and tell something else.
const OTHER_WORDS: [&str; 48] = [
    "因为",
    "为了",
    "认为",
    "成为",
    "改为",
    "定为",
    "命名为",
    "升为",
    "作为",
    "称为",
    "以为",
    "设为",
    "辟为",
    "行为",
    "于是",
    "但是",
    "还是",
    "可是",
    "所有",
    "国有",
    "只有",
    "著有",
    "有限",
    "有关",
    "公有",
    "私有",
    "没有过",
    "回归",
    "归还",
    "归来",
    "共和",
    "共同",
    "公共",
    "共产",
    "到达",
    "抵达",
    "达成",
    "发达",
    "表达",
    "马达",
    "雷达",
    "归功",
    "归因",
    "有效",
    "金属",
    "家属",
    "附属",
    "下属",
];

/// What is counted or measured again and again, so that a number behind it tells a state.
const QUANTITIES: [&str; 50] = [
    "人口",
    "居民",
    "户数",
    "员工",
    "职工",
    "学生",
    "教师",
    "会员",
    "用户",
    "旅客",
    "乘客",
    "游客",
    "票价",
    "价格",
    "房价",
    "金价",
    "油价",
    "售价",
    "租金",
    "工资",
    "门票",
    "收入",
    "营收",
    "利润",
    "预算",
    "经费",
    "产量",
    "年产",
    "日产",
    "产值",
    "失业率",
    "死亡率",
    "出生率",
    "水位",
    "水深",
    "气温",
    "限速",
    "售出",
    "出口",
    "进口",
    "招生",
    "GDP",
    "生产总值",
    "通胀率",
    "利率",
    "市值",
    "股价",
    "销量",
    "销售额",
    "出版论文",
];

/// How a quantity changed within a period.
const CHANGES: [&str; 8] = [
    "增长", "增加", "上升", "上涨", "下降", "下跌", "下滑", "减少",
];

/// Whether a clause, with marks for its dates, tells a state or a quantity of one time.
pub(super) fn chinese(clause: &str) -> bool {
    let mut masked = clause
        .trim()
        .trim_end_matches(['。', '.'])
        .replace("名称", "名");
    for word in OTHER_WORDS {
        masked = masked.replace(word, "者");
    }
    for word in CHANGES {
        masked = masked.replace(&format!("{word}了"), word);
    }
    let states = STATES.iter().filter_map(|word| masked.find(word));
    let quantities = QUANTITIES.iter().filter_map(|word| masked.find(word));
    let changes = CHANGES.iter().filter_map(|word| {
        let (before, behind) = masked.split_once(word)?;
        behind
            .starts_with(|c: char| c.is_ascii_digit())
            .then_some(before.len())
    });
    let Some(at) = states.chain(quantities).chain(changes).min() else {
        return false;
    };
    let before = masked.get(..at).unwrap_or_default();
    let happens = masked.contains(['了', '被']) || masked.contains('所') && is_done_by(&masked);
    !masked.ends_with('的') && !happens && !is_aside(before)
}

/// 为李安所建.
fn is_done_by(clause: &str) -> bool {
    clause.split_once('为').is_some_and(|(_, doer)| {
        doer.split_once('所')
            .is_some_and(|(name, _)| !ends_in_number(name))
    })
}

fn ends_in_number(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit() || "一二三四五六七八九十百千两几".contains(c))
}

/// Whether what stands before the telling word is a clause aside: 1912年沉没时, 1990年重建的塔.
fn is_aside(before: &str) -> bool {
    let behind_date = before.rsplit(DATE).next().unwrap_or(before);
    let behind_date = behind_date
        .trim_start_matches(['时', '期', '间', '末', '初', '底', '，', '：', ':', ' '])
        .replace("同时", "")
        .replace("当时", "")
        .replace("小时", "");
    let dated = before.contains(DATE);
    let own = |noun: &str| {
        ["该", "全", "本", "此", "这", "其"]
            .iter()
            .any(|word| noun.contains(word))
    };
    let of = behind_date.split_once('的');
    let tells_apart = || of.is_some_and(|(noun, _)| !noun.is_empty() && !own(noun));
    dated && (behind_date.contains(['时', '后', '前', '者']) || tells_apart())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mb_10_chinese_states_are_told_from_events() {
        for state in [
            "\u{FFFC}该镇有四家酿酒厂",
            "\u{FFFC}人口为五百万人",
            "\u{FFFC}票价20元",
            "\u{FFFC}时庄园属于李家",
            "\u{FFFC}GDP增长了5.2%",
            "\u{FFFC}出货量下降10%",
        ] {
            assert!(chinese(state), "{state}");
        }
        for event in [
            "该墓于\u{FFFC}出土",
            "\u{FFFC}沉没时有乘客1500人",
            "该钟铸于\u{FFFC}",
            "\u{FFFC}桥被毁，有5孔",
            "\u{FFFC}重建的塔有5层",
            "塔是李安在\u{FFFC}设计的",
            "\u{FFFC}成为首都",
        ] {
            assert!(!chinese(event), "{event}");
        }
    }
}
